internal import PhotoAPI
internal import PhotoTree

/// Tells an answer's value from Flickr's refusals and from what is no answer at all.
enum FlickrAnswer {
    /// The members of a successful answer. A refusal counts under every status, since Flickr sends it under 200.
    static func value(of body: [UInt8], status: Int) throws(FlickrError) -> JSONValue {
        let json: JSONValue
        do {
            json = try JSONParser.value(in: body)
        } catch {
            throw status == 200 ? .notAnAnswer(kind(of: body, error)) : .status(status)
        }
        switch json["stat"]?.text {
        case "fail":
            throw .refused(
                code: json["code"]?.integer ?? -1, message: json["message"]?.word ?? "no reason given")
        case "ok" where status == 200:
            return json
        case _ where status != 200:
            throw .status(status)
        default:
            throw .notAnAnswer("something without \"stat\"")
        }
    }

    /// In words for an error: what a body that is not JSON seems to be.
    private static func kind(of body: [UInt8], _ failure: JSONParser.Failure) -> String {
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
