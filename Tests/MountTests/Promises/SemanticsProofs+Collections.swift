extension SemanticsTests {
    /// Of the sentences about recents, pins and topics.
    static let collectionsProofs: [(says: String, tests: [String])] = [
        ("The access time", ["when a photo was viewed is its access time, and written down"]),

        (
            "`recents/` shows",
            [
                "the twenty photos viewed last, over a remount and a kill -9",
                "maps, sidecars, credits and attributes are as in every list",
            ]
        ),
        (
            "A view is half",
            [
                "A, B, A gives A, B, though the page cache answered",
                "the first kilobytes of a photo are no view, half of it is",
            ]
        ),
        (
            "Going through more than three",
            [
                "copying, backing up, looking about and sniffing are no views",
                "a copy over a slow network is no slide show",
            ]
        ),
        (
            "`ls`, `stat`, `getfattr`",
            [
                "copying, backing up, looking about and sniffing are no views",
                "a thumbnailer's reading is no view",
            ]
        ),
        (
            "The one photo that a program",
            [
                "the photo that a viewer was started with is a view, its neighbours are none",
                "one or two neighbours of it are no views either, what is looked at later is one",
                "of a few photos in a row the last is a view, if the program stays",
                "the photo that a process was started with is a view, whatever else it reads",
                "one or two neighbours of the photo that a process was started with are no views",
                "of a burst of at most eight the last is a view, if the process stays and is quiet",
            ]
        ),
        (
            "While a slow copy runs",
            ["while a slow copy runs, nothing comes and goes", "while a copy runs nothing comes and goes"]
        ),
        ("The name with an older rank", ["an older rank and none open the same photo, and viewing there counts"]),
        ("`rm` takes a photo off", ["rm takes a photo off, and says so for what stands beside it"]),
        ("A photo stays there", ["a photo stays there when its place's listing has moved on"]),

        (
            "`mkdir pins/48.8584,2.2945`",
            [
                "mkdir starts fetching the album at once, without a look at the folder, and no image",
                "words behind the point are its title, and the nearest place its subtitle",
            ]
        ),
        (
            "A pin is listed as it was typed",
            [
                "pins are listed as they were typed, in alphabetical order, after a remount and a kill, too",
                "another spelling of a point is the same pin, to mkdir and to mv",
                "points that differ in the fifth decimal are two pins",
            ]
        ),
        (
            "A name without a point",
            [
                "a place of the gazetteer is pinned by its name, and its point is taken then",
                "a sight is pinned by any of its names, with what was found and the radius it was given",
            ]
        ),
        (
            "What the gazetteer does not know",
            [
                "it is pinned where the source says it is, and never asked for again",
                "a source that is silent is waited for a moment, and its later answer is kept",
                "an interrupt ends the wait",
                "without a network it is \"Network is unreachable\", and what the list knows is pinned all the same",
                "what the source does not know either is refused with the nearest names, and asked for once",
            ]
        ),
        (
            "What file managers call a new folder",
            [
                "what a file manager calls a new folder waits for a better name, and says so",
                "a placeholder becomes a pin when it is renamed to one, and stays the same folder",
                "a name that nobody knows is refused with the nearest ones, where people look next",
            ]
        ),
        ("Everything else is EINVAL", ["everything else is refused as no name of a pin"]),
        (
            "An album shows up to 50",
            [
                "an album lists photos of five kilometres around, fifty at most",
                "an empty album says No Images until photos come",
            ]
        ),
        (
            "While an album is loaded",
            [
                "a new album lists soon while it loads, says so, and is whole as soon as it came",
                "while one is loading the file is absent, asking again is EBUSY, and the old album stays",
            ]
        ),
        (
            "`touch \"New Collection.txt\"`",
            [
                "it is asked for in many ways, and is another one",
                "it is never the same set while there is another, ever within the first four thousand results",
                "where there is no other, the same photos come again",
                "while one is loading the file is absent, asking again is EBUSY, and the old album stays",
            ]
        ),
        (
            "`rm` removes a photo from an album",
            ["a photo that was removed stays away for good, over later collections and remounts"]
        ),
        (
            "`rm -r` and a bare `rmdir`",
            ["a pin goes, whatever removes it", "rm takes a photo off, and says so for what stands beside it"]
        ),
        (
            "`mv` takes a pin",
            [
                "mv takes a pin to another point with another album, and it stays the same folder",
                "a name that is the same but for case is another name of the same pin",
            ]
        ),
        (
            "An album is as lasting",
            [
                "an album is shown without any request, after a remount without a network, too",
                "pins, albums, removals, new collections, topics and views outlive kills at any moment",
            ]
        ),
        (
            "A pin dropped, or a collection asked for",
            [
                "a pin dropped without a network gets its album when there is one",
                "a pin dropped without a network gets its album after a remount, without a look at it",
                "a source that fails leaves the old album as it is", "it survives what was asked for before an end",
            ]
        ),
        (
            "A pin's `user.places.subtitle`",
            ["words behind the point are its title, and the nearest place its subtitle"]
        ),

        (
            "`tags/` shows topics",
            [
                "the first topic's photos lie in a folder for each other tag, capitalised",
                "five hundred newest photos are taken apart, and no more",
            ]
        ),
        (
            "`user.places.count` of a tag",
            ["the first topic's photos lie in a folder for each other tag, capitalised"]
        ),
        ("One query serves", ["one query serves a topic and all its tags"]),
        (
            "`mkdir tags/sunset`",
            [
                "mkdir adds a topic and rmdir removes it, over a kill -9",
                "a topic is renamed to another tag, and keeps its inode",
            ]
        ),
        ("`rm -r` of a topic", ["rm -r of a topic is refused with nothing removed"]),
        (
            "A topic's map leads",
            ["a topic's map leads to its photos, and tells of those without another tag"]
        ),
    ]
}
