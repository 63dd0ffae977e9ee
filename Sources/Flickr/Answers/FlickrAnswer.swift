internal import PhotoAPI

/// Tells an answer's value from Flickr's refusals and from what is no answer at all.
enum FlickrAnswer {
    /// The members of a successful answer. A refusal counts under every status, since Flickr sends it under 200.
    /// `hiding` takes the key out of what is told of an answer that is none.
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
