/// A program that reads a photo, as a bash script: from `$P`, into `$T/out`, or with a comparison of its own with
/// `$T/want`, which holds the right bytes.
struct ReadingTool: Sendable, CustomStringConvertible {
    enum Check: Sendable {
        /// `$T/out` must be the photo.
        case copy
        /// The script's output must be the same with `$P` and with `$T/want` for `$P`.
        case output
    }

    var name: String
    var script: String
    var check = Check.copy
    /// False where the answer comes from stat(2) alone, so that a length which a host only hints at is taken for true.
    var reads = true

    var description: String { name }

    /// Status 74 when the tool itself failed, 1 when what it brought is wrong. The function `right` is called after the
    /// tool, and makes `$T/want` what is right.
    var checkedScript: String {
        switch check {
        case .copy:
            """
            rm -rf "$T/out"; (set -o pipefail; \(script)) || exit 74
            right || exit 1
            cmp "$T/out" "$T/want" || exit 1
            """
        case .output:
            """
            tool() { \(script); }
            set -o pipefail
            got=$(tool) || exit 74
            right || exit 1
            P=$T/want
            [ "$got" = "$(tool)" ] || { echo "got $got instead of $(tool)" >&2; exit 1; }
            """
        }
    }

    static let all: [ReadingTool] = [
        ReadingTool(name: "cat", script: #"cat "$P" > "$T/out""#),
        ReadingTool(name: "cp", script: #"cp "$P" "$T/out""#),
        ReadingTool(name: "cp -a", script: #"cp -a "$P" "$T/out""#),
        ReadingTool(name: "cp --sparse=always", script: #"cp --sparse=always "$P" "$T/out""#),
        ReadingTool(name: "cp --reflink=auto", script: #"cp --reflink=auto "$P" "$T/out""#),
        ReadingTool(name: "tar", script: #"tar -cf - -C "${P%/*}" "${P##*/}" | tar -xO > "$T/out""#),
        ReadingTool(name: "tar -S", script: #"tar -S -cf - -C "${P%/*}" "${P##*/}" | tar -xO > "$T/out""#),
        ReadingTool(name: "rsync", script: #"rsync "$P" "$T/out""#),
        ReadingTool(name: "dd", script: #"dd if="$P" of="$T/out" status=none"#),
        ReadingTool(name: "gio copy", script: #"gio copy "$P" "$T/out""#),
        ReadingTool(name: "md5sum", script: #"md5sum < "$P""#, check: .output),
        ReadingTool(
            name: "head and tail", script: #"{ head -c 100 "$P" && tail -c 2 "$P"; } | od -An -tx1"#, check: .output),
        ReadingTool(name: "wc -c", script: #"wc -c < "$P""#, check: .output, reads: false),
        python("mmap", "out.write(mmap.mmap(os.open(path, os.O_RDONLY), 0, prot=mmap.PROT_READ))"),
        python("Python's read", "out.write(open(path, 'rb').read())"),
        // No fstat, so nothing but OPEN tells the kernel that the length it knows is only an estimate (measured).
        python(
            "bare reads",
            """
            fd = os.open(path, os.O_RDONLY)
            while piece := os.read(fd, 70000): out.write(piece)
            """),
        python(
            "sendfile",
            """
            fd = os.open(path, os.O_RDONLY)
            while os.sendfile(out.fileno(), fd, None, 1 << 20): pass
            """),
        python(
            "splice",
            """
            fd, (end, start) = os.open(path, os.O_RDONLY), os.pipe()
            while count := os.splice(fd, start, 65536): out.write(os.read(end, count))
            """),
        python(
            "sendfile from the end backwards",
            """
            fd = os.open(path, os.O_RDONLY)
            size = os.lseek(fd, 0, os.SEEK_END)
            os.sendfile(out.fileno(), fd, size // 2, size)
            rest = os.pread(fd, size // 2, 0)
            os.lseek(out.fileno(), 0, os.SEEK_SET)
            half = open(out.name, 'rb').read()
            out.write(rest + half)
            """),
        // No name for the kernel to look up again when OPEN finds that it holds an estimate.
        python(
            "reopened by descriptor",
            "out.write(open(f'/proc/self/fd/{os.open(path, os.O_PATH)}', 'rb').read())"),
        python(
            "the end first",
            """
            fd = os.open(path, os.O_RDONLY)
            size = os.fstat(fd).st_size
            rest = os.pread(fd, 1 << 24, size // 2)
            out.write(os.pread(fd, size // 2, 0) + rest)
            """),
    ]

    private static func python(_ name: String, _ body: String) -> ReadingTool {
        ReadingTool(
            name: name,
            script: """
                python3 - "$P" "$T/out" <<'END'
                import mmap, os, sys
                path, out = sys.argv[1], open(sys.argv[2], 'wb')
                \(body)
                END

                """)
    }
}
