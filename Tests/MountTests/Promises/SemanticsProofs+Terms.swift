extension SemanticsTests {
    static let termsProofs: [(says: String, tests: [String])] = [
        (
            "A photo kept for more than 30 days",
            [
                "after 31 days its source is asked once, and not again after a remount",
                "offline, or refused by its source, it is served as it is",
                "however many open it, one question is asked, and who is killed is free",
                "a source that does not answer is waited for five seconds",
            ]
        ),
        (
            "What the source says is gone",
            [
                "gone by then, it leaves cache and recents, and its folder when that is refreshed",
                "what is gone leaves cache, album and recents, and its place when that is refreshed",
                "pages that the kernel holds of it are not read either", "who has it open is not served any more of it",
                "gone by its image's address and its id, it leaves the same way",
            ]
        ),
        ("A small rendition for thumbnailers", ["a thumbnail is as old as its photo"]),
        (
            "`placesfs cache forget PHOTO`",
            [
                "by its path in a mount it is gone at once, and the source is not asked",
                "by its id or page, of a mount or of none", "an album that had it never shows it again",
                "it leaves the cache and every list, and comes back when it is listed again",
            ]
        ),
        (
            "No more than 3,000 images",
            ["readers wait beyond it, over a remount too, status says who read, and who is killed is free"]
        ),
        ("Who would have to wait for a turn", ["who would wait for a quarter of an hour is told so at once"]),
    ]
}
