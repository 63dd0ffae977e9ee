/// The names of photos and sidecars in `recents/`: "01 Sunset.jpg" is the most recently viewed photo.
public enum RankedName {
    /// How many photos are ranked.
    public static let capacity = 20

    /// `name` with its rank, from 1, before it. A long stem is cut between characters, so that it fits with `.geojson`
    /// into NAME_MAX (255 bytes), too; a photo's identifier in parentheses at its end stays.
    public static func shown(_ name: String, rank: Int) -> String {
        (rank < 10 ? "0" : "") + "\(rank) " + fitted(name)
    }

    /// The name behind a rank of 01 to 20; nil for a name without a rank.
    public static func bare(_ shown: String) -> String? {
        let bytes = Array(shown.utf8.prefix(3))
        guard bytes.count == 3, bytes[2] == UInt8(ascii: " "), let tens = digit(bytes[0]), let ones = digit(bytes[1]),
            (1...capacity).contains(tens * 10 + ones)
        else { return nil }
        let bare = shown.utf8.dropFirst(3)
        return bare.isEmpty ? nil : String(Substring(bare))
    }

    /// Whether `bare`, a name without its rank that may have been cut, stands for `name`.
    public static func matches(_ bare: String, _ name: String) -> Bool {
        bare.hasBytes(of: name) || bare.hasBytes(of: fitted(name))
    }

    /// Whether `bare`, a name without its rank, is so long that it may have been cut. Allows much room, because a
    /// single character may take many bytes.
    public static func mayBeCut(_ bare: String) -> Bool {
        bare.utf8.count > FileName.maximumStemBytes / 2
    }

    /// `name` with its stem cut so that a rank fits before it.
    private static func fitted(_ name: String) -> String {
        let ending = PhotoEnding.of(name) ?? (name.endsWithBytes(of: SidecarName.suffix) ? SidecarName.suffix : "")
        let stem = String(name.unicodeScalars.dropLast(ending.unicodeScalars.count))
        // Two digits and a blank.
        let room = FileName.maximumStemBytes - 3
        guard stem.utf8.count > room else { return name }
        // Photos with the same title differ only in the identifier.
        let identifier = trailingParentheses(of: stem)
        let title = stem.unicodeScalars.dropLast(identifier.unicodeScalars.count)
        let cut = TextCut.characters(String(title), maximumBytes: room - identifier.utf8.count)
        return TextCut.trimmed(cut) + identifier + ending
    }

    /// " (12345)" at the end of a name, where it is no longer than placesfs writes one; else empty.
    private static func trailingParentheses(of stem: String) -> String {
        let scalars = stem.unicodeScalars
        guard scalars.last == ")", let open = scalars.lastIndex(of: "("), open > scalars.startIndex else { return "" }
        let blank = scalars.index(before: open)
        let identifier = String(scalars[blank...])
        return scalars[blank] == " " && identifier.utf8.count <= 80 ? identifier : ""
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
    }
}
