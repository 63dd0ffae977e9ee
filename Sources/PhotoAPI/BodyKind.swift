internal import PhotoTree

/// Describes, for an error, what a body that is not the expected JSON seems to be.
package enum BodyKind {
    /// `hiding` removes secrets, before the text is cut.
    package static func words(
        for body: [UInt8], _ failure: JSONParser.Failure, hiding: (String) -> String = { $0 }
    ) -> String {
        switch failure {
        case .tooDeep: return "JSON nested deeper than \(JSONParser.maximumDepth) levels"
        case .tooMany: return "JSON of more than \(JSONParser.maximumCount) values"
        case .syntax: break
        }
        let start = hiding(String(decoding: body.prefix(4096), as: UTF8.self))
        let words = PlainText.firstWords(of: start, limit: 80)
        let lower = words.lowercased()
        if words.isEmpty { return "nothing" }
        if lower.beginsWithBytes(of: "<?xml") || lower.beginsWithBytes(of: "<rsp") { return "XML instead of JSON" }
        if lower.beginsWithBytes(of: "<") {
            return "HTML instead of JSON: \(PlainText.firstWords(of: PlainText.from(html: start), limit: 80))"
        }
        return lower.beginsWithBytes(of: "{") ? "damaged JSON" : "no JSON: \(words)"
    }
}
