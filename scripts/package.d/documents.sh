# The pages that a package brings. Sourced by scripts/package.d/tree.sh.

# make_documents SOURCES FOLDER: the README and docs/ under FOLDER as they lie in the sources, so that their links hold.
# Those into the sources lose their target, but for what lies in examples/.
make_documents() {
    local sources=$1 folder=$2
    mkdir -p -- "$folder/docs/images" "$folder/docs/decisions" "$folder/examples"
    install -m 644 -t "$folder" -- "$sources"/{README,CHANGELOG,SECURITY,CONTRIBUTING}.md
    install -m 644 -t "$folder/docs" -- "$sources"/docs/*.md
    install -m 644 -t "$folder/docs/decisions" -- "$sources"/docs/decisions/*.md
    install -m 644 -t "$folder/docs/images" -- "$sources"/docs/images/*
    install -m 644 -t "$folder/examples" -- "$sources/share/nginx/placesfs-mirror.conf" "$sources/share/haproxy/placesfs-wikimedia.cfg"
    sed -i -E -e 's!\]\(\.\./share/(nginx|haproxy)/!](../examples/!g' -e 's!\[([^]]+)\]\((\.\./)*(Tests|Sources|share)/[^)]*\)!\1!g' \
        -- "$folder"/*.md "$folder"/docs/*.md "$folder"/docs/decisions/*.md
}
