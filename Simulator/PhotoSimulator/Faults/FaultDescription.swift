/// A fault as JSON: `{"effect":"stall","bytes":1000,"photo":"123","times":1}`. `photo-simulator --help` lists the
/// effects and their values.
struct FaultDescription: Codable, Sendable {
    struct Mistake: Error {
        var reason: String
    }

    var id: Int?
    var effect: String
    var host: Fault.Match.Host?
    var method: String?
    var photo: String?
    var rendition: String?
    var path: String?
    var times: Int?
    var skip: Int?
    var milliseconds: Int?
    var bytes: Int?
    /// Bytes before the part that is sent.
    var skipped: Int?
    var status: Int?
    var retryAfter: String?
    var code: Int?
    var message: String?
    var name: String?
    var value: String?

    func fault() throws(Mistake) -> Fault {
        let match = Fault.Match(host: host, method: method, photo: photo, rendition: rendition, path: path)
        return Fault(try knownEffect(), on: match, times: times, skip: max(0, skip ?? 0))
    }

    private func knownEffect() throws(Mistake) -> Fault.Effect {
        switch effect {
        case "latency": return .latency(.milliseconds(try wanted(milliseconds, "milliseconds")))
        case "bandwidth": return .bandwidth(bytesPerSecond: try wanted(bytes, "bytes"))
        case "stallBeforeHead": return .stallBeforeHead
        case "stall": return .stall(afterBytes: try wanted(bytes, "bytes"))
        case "cut": return .cut(afterBytes: try wanted(bytes, "bytes"))
        case "hangUp": return .hangUp
        case "shortBody": return .shortBody(bytes: try wanted(bytes, "bytes"))
        case "longBody": return .longBody(extraBytes: try wanted(bytes, "bytes"))
        case "excess": return .excess(bytes: try wanted(bytes, "bytes"))
        case "strayAnswer": return .strayAnswer
        case "announcedLength": return .announcedLength(try wanted(bytes, "bytes"))
        case "framing":
            guard let framing = Behaviour.Framing(rawValue: try wanted(value, "value")) else {
                throw Mistake(reason: "framing is contentLength, chunked or untilClose")
            }
            return .framing(framing)
        case "lengthHint":
            guard let bytes else { return .lengthHint(.right) }
            return .lengthHint(.wrong(by: bytes))
        case "status": return .status(try wanted(status, "status"), retryAfter: retryAfter)
        case "htmlUnder200": return .htmlUnder200
        case "contentType": return .contentType(try wanted(value, "value"))
        case "emptyBody": return .emptyBody
        case "redirect": return .redirect(try wanted(value, "value"))
        case "photoUnavailable": return .photoUnavailable
        case "newVersion": return .newVersion
        case "endlessBody": return .endlessBody
        case "garbageJSON": return .garbageJSON
        case "body": return .body(Array(try wanted(value, "value").utf8), contentType: name ?? "application/json")
        case "apiFailure": return .apiFailure(code: try wanted(code, "code"), message: message ?? "")
        case "commonsError":
            return .commonsError(code: try wanted(value, "value"), info: message ?? "", retryAfter: retryAfter)
        case "header": return .header(try wanted(name, "name"), try wanted(value, "value"))
        case "withoutHeader": return .withoutHeader(try wanted(name, "name"))
        case "ignoredRange": return .ignoredRange
        case "member": return .member(try wanted(name, "name"), [try wanted(value, "value")])
        case "unaskedPart": return .unaskedPart(from: max(0, skipped ?? 0), bytes: max(1, try wanted(bytes, "bytes")))
        default: throw Mistake(reason: "there is no effect \"\(effect)\"")
        }
    }

    private func wanted<Value>(_ value: Value?, _ name: String) throws(Mistake) -> Value {
        guard let value else { throw Mistake(reason: "the effect \"\(effect)\" wants \"\(name)\"") }
        return value
    }

    init(_ fault: Fault, id: Faults.ID) {
        self.id = id.number
        host = fault.match.host
        method = fault.match.method
        photo = fault.match.photo
        rendition = fault.match.rendition
        path = fault.match.path
        times = fault.times
        skip = fault.skip == 0 ? nil : fault.skip
        effect = "\(fault.effect)".prefix { $0 != "(" }.description
        switch fault.effect {
        case .latency(let duration): milliseconds = Int(duration / .milliseconds(1))
        case .bandwidth(let count), .stall(let count), .cut(let count), .shortBody(let count), .longBody(let count),
            .announcedLength(let count), .excess(let count):
            bytes = count
        case .framing(let framing): value = framing.rawValue
        case .lengthHint(.wrong(let difference)): bytes = difference
        case .status(let code, let after): (status, retryAfter) = (code, after)
        case .contentType(let text), .redirect(let text): value = text
        case .body(let body, let type): (name, value) = (type, String(decoding: body, as: UTF8.self))
        case .apiFailure(let number, let text): (code, message) = (number, text)
        case .commonsError(let error, let text, let after): (value, message, retryAfter) = (error, text, after)
        case .header(let header, let text): (name, value) = (header, text)
        case .withoutHeader(let header): name = header
        case .member(let path, let json): (name, value) = (path, json.first)
        case .unaskedPart(let start, let count): (skipped, bytes) = (start, count)
        case .lengthHint, .stallBeforeHead, .hangUp, .htmlUnder200, .emptyBody, .photoUnavailable, .newVersion,
            .endlessBody, .garbageJSON, .ignoredRange, .strayAnswer:
            break
        }
    }
}
