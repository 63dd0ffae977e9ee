extension SemanticsTests {
    /// Of the sentences about thumbnails and file managers.
    static let desktopProofs: [(says: String, tests: [String])] = [
        (
            "A program that only draws",
            [
                "fifty icons cost a twentieth of their photos, and leave everything as it was",
                "a thumbnail of the small rendition looks like one of the photo",
                "only the programs on the list are thumbnailers",
                "thumbnails=original gives thumbnailers photos, and is no view either",
            ]
        ),
        (
            "What a thumbnailer reads",
            [
                "fifty icons cost a twentieth of their photos, and leave everything as it was",
                "a thumbnailer's reading is no view", "a viewer and a thumbnailer at once each get theirs",
                "a thumbnailer that is killed while it waits leaves nothing open",
            ]
        ),
        (
            "A thumbnailer that maps",
            ["a thumbnailer's private mapping has the photo's own bytes, and so has everybody beside it"]
        ),
        (
            "Where the small rendition",
            [
                "where the small rendition is missing the photo stands in, and it is asked for once",
                "a web page in place of the small rendition is none",
            ]
        ),
        (
            "Small renditions are kept",
            [
                "a second thumbnailer, and one after a remount, costs no request",
                "small renditions keep to a limit of their own",
            ]
        ),
        ("Offline, thumbnails", ["offline what is kept is drawn, small or whole, and the rest is an error"]),
        (
            "A program that cannot be seen",
            [
                "a program that cannot be seen is none, whatever its thread is called",
                "where the executable cannot be seen, the thread's name is all there is",
                "a thumbnailer in a sandbox, as GNOME runs it, is known for one",
            ]
        ),
        (
            "A file manager that draws",
            ["a folder of icons drawn by a file manager itself reads each photo once and is no view"]
        ),
        (
            "Moving to the trash",
            [
                "moving to the trash is refused as by a file system without one",
                "folders are made and named as file managers do it",
                "what cannot be renamed, removed or added to says so",
            ]
        ),
    ]
}
