internal import PhotoAPI

/// Distinguishes an answer from a refusal by Flickr, and from a body that is no answer of the API.
enum FlickrAnswer {
    /// The JSON of a successful answer. A refusal is recognized under every status, since Flickr sends it with status
    /// 200. `hiding` removes the key from the error text for a body that is no answer.
    static func value(
        of body: [UInt8], status: Int, hiding: (String) -> String = { $0 }
    ) throws(FlickrError) -> JSONValue {
        let json: JSONValue
        do {
            json = try JSONParser.value(in: body)
        } catch {
            throw status == 200 ? .notAnAnswer(BodyKind.words(for: body, error, hiding: hiding)) : .status(status)
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
}
