internal import PhotoTree

/// In words for an error: what a body that is not the JSON asked for seems to be.
package enum BodyKind {
    package static func words(for body: [UInt8], _ failure: JSONParser.Failure) -> String {
        switch failure {
        case .tooDeep: return "JSON nested deeper than \(JSONParser.maximumDepth) levels"
        case .tooMany: return "JSON of more than \(JSONParser.maximumCount) values"
        case .syntax: break
        }
        let start = String(decoding: body.prefix(400), as: UTF8.self)
        let words = PlainText.firstWords(of: start, limit: 80)
        let lower = words.lowercased()
        if words.isEmpty { return "nothing" }
        if lower.hasPrefix("<?xml") || lower.hasPrefix("<rsp") { return "XML instead of JSON" }
        if lower.hasPrefix("<") {
            return "HTML instead of JSON: \(PlainText.firstWords(of: PlainText.from(html: start), limit: 80))"
        }
        return lower.hasPrefix("{") ? "damaged JSON" : "no JSON: \(words)"
    }
}
