import Foundation
import NIOCore
import Synchronization

/// Everything that the connections of one simulator share: takes requests and returns answers.
final class Site: Sendable {
    let library: Library
    let faults = Faults()
    let ledger = Ledger()
    let hasControl: Bool
    private let recordings: RecordedAnswers?
    private let key: String?
    private let fixedNow: Int64?
    private let behaviourState: Mutex<Behaviour>
    private let imageBaseState = Mutex("")
    /// When each User-Agent asked Commons' API within the last minute.
    private let minutes = Mutex<[String: [ContinuousClock.Instant]]>([:])
    /// Originals of Commons that were requested while they were limited.
    private let originals = Mutex(0)

    /// `key` is the accepted key; nil accepts any that is not empty. `now` is in Unix seconds; nil uses the clock.
    init(
        _ library: Library, recordings: RecordedAnswers?, behaviour: Behaviour, key: String?, hasControl: Bool,
        now: Int64?
    ) {
        self.library = library
        self.recordings = recordings
        self.hasControl = hasControl
        self.key = key
        fixedNow = now
        behaviourState = Mutex(behaviour)
    }

    var behaviour: Behaviour {
        behaviourState.withLock { $0 }
    }

    func change(_ edit: (inout Behaviour) -> Void) {
        behaviourState.withLock { edit(&$0) }
    }

    /// Set once the socket is bound.
    var imageBase: String {
        imageBaseState.withLock { $0 }
    }

    func serveImages(under base: String) {
        imageBaseState.withLock { $0 = base }
    }

    /// What a request is about, with the arguments of an API call.
    func subject(of request: Request) -> (subject: RequestSubject, arguments: Arguments?) {
        if let address = ImageHost.Address(path: request.path) {
            let kind = RequestSubject.Kind.image(photo: address.photo, rendition: address.suffix)
            return (RequestSubject(kind: kind, path: request.target), nil)
        }
        if let address = CommonsImageHost.Address(path: request.path) {
            // When no file has the address, the ledger has the name as it was requested.
            let photo = CommonsImageHost(library: library).file(address)?.photo.id ?? address.key
            let kind = RequestSubject.Kind.image(photo: photo, rendition: address.rendition)
            return (RequestSubject(kind: kind, path: request.target), nil)
        }
        let isCommons = request.path == Self.commonsPath
        guard isCommons || request.path.hasSuffix("/rest") || request.path.hasSuffix("/rest/") || request.path == "/"
        else {
            return (RequestSubject(kind: .other, path: request.target), nil)
        }
        let isForm = request.headers["content-type"]?.hasPrefix("application/x-www-form-urlencoded") ?? false
        var arguments = Arguments(query: request.query, form: isForm ? String(buffer: request.body) : "")
        if let header = request.headers["authorization"] { arguments.addKey(ofAuthorization: header) }
        let path = isForm ? request.target + " " + String(buffer: request.body) : request.target
        let method = isCommons ? CommonsCall.operation(of: arguments) : arguments["method"] ?? ""
        return (RequestSubject(kind: .api(method: method), path: path), arguments)
    }

    func response(to request: Request, arguments: Arguments?, plan: FaultPlan) -> Response {
        let behaviour = behaviour
        let imageBase = imageBase
        var response: Response
        if let refusal = refusal(of: request, behaviour) {
            response = refusal
        } else if let arguments, request.path == Self.commonsPath {
            let call = CommonsCall(
                arguments: arguments, library: library, behaviour: behaviour, imageBase: imageBase, now: now)
            response = call.response(failure: plan.commonsFailure)
            response["Cache-Control"] = "private, must-revalidate, max-age=0"
        } else if let arguments {
            let call = APICall(
                arguments: arguments, library: library, behaviour: behaviour, imageBase: imageBase, now: now)
            response = call.response(key: key, failure: plan.apiFailure, recordings: recordings)
            response["Cache-Control"] = "private"
        } else if let address = ImageHost.Address(path: request.path) {
            let host = ImageHost(library: library, servesUnknownPhotos: recordings != nil)
            response = ["GET", "HEAD"].contains(request.verb) ? host.response(address, behaviour) : .failure(405)
        } else if let address = CommonsImageHost.Address(path: request.path) {
            let host = CommonsImageHost(library: library)
            let isRationed = behaviour.originalsBeforeRefusal != nil && address.width == nil
            let count = originals.withLock { count in
                if isRationed { count += 1 }
                return count
            }
            response =
                ["GET", "HEAD"].contains(request.verb)
                ? host.response(address, behaviour, originals: count) : .failure(405)
            response["Date"] = CivilDate.http(now)
        } else if request.path == ImageHost.unavailablePath {
            response = ImageHost.unavailable
        } else {
            response = .failure(404)
        }
        for alteration in plan.alterations { response.alter(alteration, imageBase: imageBase) }
        response.honour(request.headers, honoursRanges: behaviour.honoursRanges && !plan.ignoresRange)
        return response
    }

    /// The path of Commons' API.
    static let commonsPath: Substring = "/w/api.php"

    private func refusal(of request: Request, _ behaviour: Behaviour) -> Response? {
        let isCommons = request.path == Self.commonsPath || request.path.hasPrefix("/wikipedia/commons/")
        let agent = request.headers["user-agent"] ?? ""
        if isCommons, behaviour.demandsContact, let refusal = CommonsCall.refusal(userAgent: agent) { return refusal }
        guard behaviour.countsMinutes, request.path == Self.commonsPath, isBeyondMinute(agent) else { return nil }
        var response = Response.failure(429)
        response["Retry-After"] = "30"
        return response
    }

    private func isBeyondMinute(_ agent: String) -> Bool {
        let (now, limit) = (ContinuousClock.now, CommonsCall.hasContact(agent) ? 200 : 10)
        return minutes.withLock { minutes in
            var recent = minutes[agent, default: []].filter { $0.duration(to: now) < .seconds(60) }
            defer { minutes[agent] = recent }
            guard recent.count < limit else { return true }
            recent.append(now)
            return false
        }
    }

    private var now: Int64 {
        fixedNow ?? Int64(Date().timeIntervalSince1970)
    }
}

extension FaultPlan {
    var commonsFailure: CommonsFailure? {
        for case .commonsError(let code, let info, let retryAfter) in alterations {
            return .onDemand(code, info, retryAfter: retryAfter)
        }
        return apiFailure.map { CommonsFailure("internal_api_error_\($0.code)", $0.message) }
    }

    var apiFailure: APIFailure? {
        for case .apiFailure(let code, let message) in alterations {
            return message.isEmpty ? .documented(code) : APIFailure(code: code, message: message)
        }
        return nil
    }
}
