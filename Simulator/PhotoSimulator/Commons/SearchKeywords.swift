/// Cuts keywords out of a search's text as CirrusSearch does: one kind after the other, wherever a blank or the
/// beginning and the keyword's name with a colon stand, also within quotation marks (`SimpleKeywordFeature`,
/// `QueryStringRegexParser`).
struct SearchKeywords {
    struct Keyword: Hashable {
        var name: String
        var value: String
        var isNegated: Bool

        var text: String { "\(isNegated ? "-" : "")\(name):\(value)" }
    }

    private(set) var found: [Keyword] = []
    private var scalars: [Unicode.Scalar]

    /// In the order in which they are looked for. Names of those without effect here are cut out, too.
    private static let names = [
        "insource", "intitle", "prefix", "morelike", "morelikethis", "hastemplate", "linksto", "subpageof",
        "inlanguage",
        "contentmodel", "articletopic", "boost-templates", "prefer-recent", "neartitle", "nearcoord", "boost-neartitle",
        "boost-nearcoord", "filetype", "filemime", "filesize", "filew", "fileh", "filewidth", "fileheight", "fileres",
        "filebits", "haswbstatement", "wbstatementquantity", "inlabel", "hascaption", "incaption", "haslicense",
        "creationdate", "lasteditdate", "pageid", "incategory", "deepcategory", "deepcat", "custommatch",
    ].map { Array($0.unicodeScalars) }
    /// These take all that follows.
    private static let greedy: Set<String> = ["prefix", "morelike", "morelikethis"]

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        for name in Self.names {
            while let keyword = cut(name) { found.append(keyword) }
        }
    }

    /// The text without them.
    var rest: String { String(String.UnicodeScalarView(scalars)) }

    private mutating func cut(_ name: [Unicode.Scalar]) -> Keyword? {
        for start in scalars.indices where start == 0 || scalars[start - 1].properties.isWhitespace {
            let isNegated = scalars[start] == "-" || scalars[start] == "!"
            let colon = start + (isNegated ? 1 : 0) + name.count
            guard colon < scalars.count, scalars[colon] == ":",
                zip(scalars[(colon - name.count)..<colon], name).allSatisfy({ $0.value | 0x20 == $1.value | 0x20 })
            else { continue }
            let word = String(String.UnicodeScalarView(name))
            let (value, end) = value(after: colon, isGreedy: Self.greedy.contains(word))
            scalars.replaceSubrange(start..<end, with: [" "])
            return Keyword(name: word, value: value, isNegated: isNegated)
        }
        return nil
    }

    /// A word, or what stands in quotation marks; and where it ends.
    private func value(after colon: Int, isGreedy: Bool) -> (value: String, end: Int) {
        var start = colon + 1
        while start < scalars.count, scalars[start].properties.isWhitespace { start += 1 }
        let isQuoted = start < scalars.count && scalars[start] == "\""
        if isQuoted { start += 1 }
        var end = start
        while end < scalars.count {
            if !isGreedy, scalars[end] == "\"" || !isQuoted && scalars[end].properties.isWhitespace { break }
            end += 1
        }
        let value = String(String.UnicodeScalarView(scalars[start..<end]))
        return (String(value.trimmingBlanks), isQuoted && end < scalars.count ? end + 1 : end)
    }
}
