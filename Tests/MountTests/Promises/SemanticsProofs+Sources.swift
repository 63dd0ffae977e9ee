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
            "Commons' API is asked",
            ["however many folders are opened at once, Wikimedia is asked three things at a time"]
        ),
    ]
}
