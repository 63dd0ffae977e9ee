extension SemanticsTests {
    /// Of the sentences about where photos come from.
    static let sourcesProofs: [(says: String, tests: [String])] = [
        (
            "Without `--source` they are",
            [
                "without a key and a network it is the sample, and what is known of Commons is preferred to it",
                "with a key it is Flickr, and nobody is asked",
                "a source that was named never gives way to another, and asks nobody",
            ]
        ),
        (
            "On Wikimedia Commons",
            [
                "every part of the tree shows its photos, with bytes and credit",
                "the first topics are two categories, and both are folders",
            ]
        ),
        (
            "With `--rendition o`",
            [
                "an original has its size before it is fetched, and the digest that its listing names",
                "an original with other bytes than its digest says is an error, and right again later",
            ]
        ),
        (
            "A photo of Commons is a thumbnail",
            [
                "the file says which picture it is, and has that picture's width and bytes",
                "a width that is not served gives way to the next smaller one, and the file says so",
            ]
        ),
        (
            "Originals are rationed there",
            [
                "with half a second for each page and no originals, fifty of fifty photos are read, wherever they are listed",
                "an original that is refused is an error with the time of the next try, and closes no thumbnail",
            ]
        ),
        (
            "Commons' API is asked",
            [
                "however many folders are opened at once, Wikimedia is asked three things at a time",
                "fifty photos are told of in two questions at once, for the wiki needs half a second for each",
            ]
        ),
        (
            "A search of Commons that ran out of time",
            [
                "a search that ran out of time takes no photo from a place",
                "a search that ran out of time takes no photo away, and is asked again soon",
            ]
        ),
        (
            "One file of Commons that is damaged",
            [
                "a file that the wiki cannot measure takes no photo beside it away",
                "an album near an archive shows the photos behind its scans, and counts photos",
            ]
        ),
    ]
}
