import TestSupport

/// Which error each system call answers to each kind of name in each kind of directory, after pjdfstest's ideas.
enum ErrnoTable {
    /// A directory of each kind with what stands in it; "" is the root.
    struct Directory: Sendable {
        var kind: String
        var path: String
        /// Of something that is there, by column; other columns mean the same in every directory.
        var names: [String: String]
    }

    /// `usual` answers of one operation, a word a column, and those of the kinds that answer otherwise. `ok` is no
    /// error, `-` is not asked, `a|b` is either.
    struct Operation: Sendable, CustomStringConvertible {
        var name: String
        var usual: String
        var exceptions: [(kinds: String, answers: String)] = []

        var description: String { name }

        func answers(of kind: String) -> [String] {
            let own = exceptions.first { $0.kinds.split(separator: " ").contains { $0 == kind } }
            return (own?.answers ?? usual).split(separator: " ").map(String.init)
        }
    }

    static let pin = "pins/48.8584,2.2945 Eiffel Tower"
    static let placeholder = "pins/Untitled Folder"
    static let search = "search/red mill"
    static let album = "albums/Poster"
    static let topic = "tags/" + TestSource.current.firstTopic

    static let columns = [
        "directory", "photo", "file", "missing", "255 bytes", "256 bytes", "latin-1", "hidden", "missing/", "file/",
        ".",
        "..",
    ]

    static let directories = [
        Directory(kind: "root", path: "", names: ["directory": "places", "file": "README.txt"]),
        Directory(kind: "places", path: "places", names: ["directory": "France", "file": "map.geojson"]),
        Directory(kind: "country", path: "places/France", names: ["directory": "Paris", "file": "map.geojson"]),
        Directory(kind: "place", path: "places/France/Paris", names: ["photo": "Red mill.jpg", "file": ".hidden"]),
        Directory(kind: "tags", path: "tags", names: ["directory": TestSource.current.firstTopic]),
        Directory(kind: "topic", path: topic, names: ["directory": "Quad", "file": "map.geojson"]),
        Directory(
            kind: "tag", path: topic + "/Lake",
            names: ["photo": "Lagunita in a wet year.jpg", "file": "CREDITS.txt"]),
        Directory(kind: "recents", path: "recents", names: ["photo": "01 Red mill.jpg", "file": "CREDITS.txt"]),
        Directory(kind: "pins", path: "pins", names: ["directory": "Untitled Folder", "file": "map.geojson"]),
        Directory(kind: "pin", path: pin, names: ["photo": "Red mill.jpg", "file": "New Collection.txt"]),
        Directory(kind: "placeholder", path: placeholder, names: ["file": "README.txt"]),
        Directory(kind: "state", path: ".placesfs", names: ["directory": "cached", "file": "version"]),
        Directory(kind: "cached", path: ".placesfs/cached", names: ["photo": "Red mill.jpg"]),
        Directory(kind: "searches", path: "search", names: ["directory": "Untitled Folder"]),
        Directory(kind: "search", path: search, names: ["photo": "Red mill.jpg", "file": "map.html"]),
        Directory(kind: "search-placeholder", path: "search/Untitled Folder", names: ["file": "README.txt"]),
        Directory(kind: "albums", path: "albums", names: ["directory": "Untitled Folder"]),
        Directory(kind: "album", path: album, names: ["photo": "Red mill.jpg", "file": "map.html"]),
        Directory(kind: "album-placeholder", path: "albums/Untitled Folder", names: ["file": "README.txt"]),
    ]

    private static let changes = "EROFS EROFS EROFS ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR EROFS EROFS"
    /// The root's `..` is no part of the mount.
    private static let changesOfRoot = String(changes.dropLast("EROFS".count)) + "-"
    private static let writing =
        "EISDIR EROFS EROFS ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR EISDIR EISDIR"
    private static let writingOfAlbum = writing.replacing("EROFS EROFS", with: "EROFS ok")
    /// Programs that copy set them, without an effect; on a photo only when it has just come.
    private static let changesOfAlbum =
        "- EROFS ok ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR ok ok"
    private static let changesOfAlbums =
        "ok EROFS - ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT - ok EROFS"
    private static let changesOfPlaceholder =
        "- - EROFS ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR ok ok"
    private static let changesInAlbums = [
        ("album", changesOfAlbum), ("albums", changesOfAlbums), ("album-placeholder", changesOfPlaceholder),
    ]
    private static let links =
        "EEXIST EEXIST EEXIST EPERM EPERM ENAMETOOLONG EILSEQ EPERM ENOENT EEXIST EEXIST EEXIST"
    private static let nodes =
        "EEXIST EEXIST EEXIST EROFS EROFS ENAMETOOLONG EILSEQ EROFS ENOENT EEXIST EEXIST EEXIST"

    static let operations = [
        Operation(
            name: "mkdir",
            usual: "EEXIST EEXIST EEXIST EROFS EROFS ENAMETOOLONG EILSEQ EROFS EROFS EEXIST EEXIST EEXIST",
            exceptions: [
                // Where the gazetteer decides, what it does not know is not there.
                (
                    "places country",
                    "EEXIST EEXIST EEXIST ENOENT ENOENT ENAMETOOLONG EILSEQ ENOENT ENOENT EEXIST EEXIST EEXIST"
                ),
                (
                    "tags",
                    "EEXIST - EEXIST ok \(TestSource.current == .flickr ? "ok" : "EINVAL") ENAMETOOLONG EILSEQ EINVAL ok EEXIST EEXIST EEXIST"
                ),
                ("pins", "EEXIST - EEXIST ENOENT ENOENT ENAMETOOLONG EILSEQ EINVAL ENOENT EEXIST EEXIST EEXIST"),
                ("searches albums", "EEXIST - - ok ok ENAMETOOLONG EILSEQ EINVAL ok - EEXIST EEXIST"),
                ("album", "- EEXIST EEXIST EPERM EPERM ENAMETOOLONG EILSEQ EPERM EPERM EEXIST EEXIST EEXIST"),
            ]),
        Operation(
            name: "rmdir",
            usual: "EROFS ENOTDIR ENOTDIR ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR EINVAL ENOTEMPTY",
            exceptions: [
                (
                    "tags pins searches albums",
                    "ok - ENOTDIR ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR EINVAL ENOTEMPTY"
                )
            ]),
        Operation(
            name: "unlink", usual: writing,
            exceptions: [
                // Files we write stay; a photo that goes is PinCollectionTests' matter.
                (
                    "recents pins pin placeholder searches search search-placeholder albums album album-placeholder",
                    "EISDIR - ok ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR EISDIR EISDIR"
                )
            ]),
        Operation(
            name: "open, to be created",
            usual: "EISDIR EROFS EROFS EROFS EROFS ENAMETOOLONG EILSEQ EROFS EISDIR EISDIR EISDIR EISDIR",
            exceptions: [
                (
                    // A photo of an album is written by nobody, and what was written beside it is copied there.
                    "album", "- EROFS ok ok ENAMETOOLONG ENAMETOOLONG EILSEQ ok EISDIR EISDIR EISDIR EISDIR"
                )
            ]),
        Operation(
            name: "open, to be created newly",
            usual: "EEXIST EEXIST EEXIST EROFS EROFS ENAMETOOLONG EILSEQ EROFS EISDIR EISDIR EEXIST EEXIST",
            exceptions: [
                ("album", "- EEXIST EEXIST ok ENAMETOOLONG ENAMETOOLONG EILSEQ ok EISDIR EISDIR EEXIST EEXIST")
            ]),
        Operation(name: "open for writing", usual: writing, exceptions: [("album", writingOfAlbum)]),
        Operation(name: "open for both", usual: writing, exceptions: [("album", writingOfAlbum)]),
        Operation(name: "open for appending", usual: writing, exceptions: [("album", writingOfAlbum)]),
        Operation(name: "open and empty", usual: writing, exceptions: [("album", writingOfAlbum)]),
        Operation(
            name: "open a directory",
            usual: "ok ENOTDIR ENOTDIR ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR ok ok"),
        Operation(
            name: "open no link", usual: "ok ok ok ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR ok ok"),
        Operation(
            name: "open a nameless file",
            usual: "ENOTSUP ENOTDIR ENOTDIR ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR ENOTSUP ENOTSUP",
            exceptions: [
                ("root", "ENOTSUP - ENOTDIR ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR ENOTSUP -")
            ]),
        Operation(
            name: "readlink",
            usual: "EINVAL EINVAL EINVAL ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR EINVAL EINVAL"),
        Operation(name: "symlink", usual: nodes, exceptions: [("albums album album-placeholder", links)]),
        Operation(name: "link to a file", usual: links),
        Operation(
            name: "link",
            usual: "EPERM EPERM EPERM ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR EPERM EPERM",
            exceptions: [("root", "EPERM - EPERM ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR EPERM -")]),
        Operation(name: "mkfifo", usual: nodes, exceptions: [("album", links)]),
        Operation(name: "truncate", usual: writing, exceptions: [("album", writingOfAlbum)]),
        Operation(name: "chmod", usual: changes, exceptions: [("root", changesOfRoot)] + changesInAlbums),
        Operation(name: "chown", usual: changes, exceptions: [("root", changesOfRoot)] + changesInAlbums),
        Operation(name: "set times", usual: changes, exceptions: [("root", changesOfRoot)] + changesInAlbums),
        Operation(
            name: "set the present time", usual: changes,
            exceptions: [
                ("root", changesOfRoot),
                // New Collection.txt asks for one.
                ("pin", "- EROFS - ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR EROFS EROFS"),
            ] + changesInAlbums),
    ]

    private static let entering =
        "EEXIST EEXIST EEXIST EACCES EACCES ENAMETOOLONG EACCES EACCES EACCES EEXIST EEXIST EEXIST"

    /// An operation of a user who was let in: the kernel checks the modes before anything else is looked at. It lets
    /// nobody walk into the owner's own folders.
    private static func stranger(_ name: String, _ usual: String, root: String? = nil) -> Operation {
        let refused = columns.map { _ in "EACCES" }.joined(separator: " ")
        return Operation(
            name: name, usual: usual,
            exceptions: (root.map { [("root", $0)] } ?? []) + [
                (
                    "recents pins state pin placeholder cached searches search search-placeholder albums album album-placeholder",
                    refused
                )
            ])
    }

    /// To a user who was let in, whom nothing in the mount belongs to.
    static let toStrangers = [
        stranger("mkdir", entering),
        stranger(
            "rmdir", "EACCES EACCES EACCES ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT EACCES EINVAL ENOTEMPTY"),
        stranger(
            "unlink", "EACCES EACCES EACCES ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR EISDIR EISDIR"),
        stranger("symlink", entering.replacing("EACCES EEXIST", with: "ENOENT EEXIST")),
        stranger("mkfifo", entering.replacing("EACCES EEXIST", with: "ENOENT EEXIST")),
        stranger(
            "open, to be created",
            "EISDIR EACCES EACCES EACCES EACCES ENAMETOOLONG EACCES EACCES EISDIR EISDIR EISDIR EISDIR"),
        stranger("open for writing", refusedWriting),
        stranger("open and empty", refusedWriting),
        stranger("truncate", refusedWriting),
        stranger(
            "chmod", changes.replacing("EROFS", with: "EPERM"),
            root: changesOfRoot.replacing("EROFS", with: "EPERM")),
        stranger(
            "set the present time", changes.replacing("EROFS", with: "EACCES"),
            root: changesOfRoot.replacing("EROFS", with: "EACCES")),
        stranger(
            "open a directory", "ok ENOTDIR ENOTDIR ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR ok ok"),
        stranger(
            "open no link", "ok ok ok ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR ok ok",
            root: "ok - ok ENOENT ENOENT ENAMETOOLONG ENOENT ENOENT ENOENT ENOTDIR ok -"),
    ]

    private static let refusedWriting = writing.replacing("EROFS", with: "EACCES")
}
