import Foundation
import NIOCore

/// The simulator's own addresses, for tests and scripts in another process. Requests to them are not in the ledger and
/// have no faults; `photo-simulator --help` describes them.
struct Control: Sendable {
    let site: Site

    /// nil for any other address.
    func response(to request: Request) -> Response? {
        guard request.path.hasPrefix("/__") else { return nil }
        guard site.hasControl else { return refused(404, "control was not asked for") }
        guard isAllowed(request) else { return refused(403, "control is for programs on this machine") }
        return switch (request.verb, request.path) {
        case ("GET", "/__ledger"): ledger
        case ("POST", "/__ledger/reset"), ("DELETE", "/__ledger"): done { site.ledger.reset() }
        case ("GET", "/__faults"): json(site.faults.active.map { FaultDescription($0.fault, id: $0.id) })
        case ("PUT", "/__faults"): addFaults(request, replacing: true)
        case ("POST", "/__faults"): addFaults(request, replacing: false)
        case ("DELETE", "/__faults"): removeFaults(request)
        case ("POST", "/__faults/release"): releaseFaults(request)
        case ("GET", "/__behaviour"): json(site.behaviour)
        case ("PUT", "/__behaviour"): setBehaviour(request)
        case ("POST", "/__library"): editLibrary(request)
        default: refused(404, "no such address or verb")
        }
    }

    /// A page in the user's own browser reaches loopback, too: under a host name whose owner makes it resolve to this
    /// machine, or from another origin, which browsers report.
    private func isAllowed(_ request: Request) -> Bool {
        let host = request.headers["host"].map(Self.withoutPort) ?? ""
        guard ["127.0.0.1", "localhost", "[::1]"].contains(host) else { return false }
        return request.headers["origin"] == nil
            && ["same-origin", "none", nil].contains(request.headers["sec-fetch-site"])
    }

    private static func withoutPort(_ host: String) -> String {
        guard let colon = host.lastIndex(of: ":"), host[colon...].dropFirst().allSatisfy(\.isNumber) else {
            return host
        }
        return String(host[..<colon])
    }

    // MARK: Ledger

    private struct LedgerSummary: Encodable {
        var count: Int
        var apiRequests: Int
        var imageRequests: Int
        var connectionsOpened: Int
        var mostConnectionsAtOnce: Int
        var mostImagesAtOnce: Int
        var mostAPIRequestsAtOnce: Int
        var inFlight: Int
        var entries: [Row]
    }

    /// An entry with its times in seconds.
    private struct Row: Encodable {
        var entry: LedgerEntry

        private enum TimeKey: String, CodingKey {
            case started, ended
        }

        func encode(to encoder: any Encoder) throws {
            try entry.encode(to: encoder)
            var times = encoder.container(keyedBy: TimeKey.self)
            try times.encode(entry.started / .seconds(1), forKey: .started)
            try times.encodeIfPresent(entry.ended.map { $0 / .seconds(1) }, forKey: .ended)
        }
    }

    private var ledger: Response {
        let ledger = site.ledger
        let entries = ledger.entries
        return json(
            LedgerSummary(
                count: ledger.count, apiRequests: ledger.apiRequests, imageRequests: ledger.imageRequests,
                connectionsOpened: ledger.connectionsOpened, mostConnectionsAtOnce: ledger.mostConnectionsAtOnce,
                mostImagesAtOnce: ledger.mostImagesAtOnce, mostAPIRequestsAtOnce: ledger.mostAPIRequestsAtOnce,
                inFlight: ledger.inFlight.count, entries: entries.map(Row.init)))
    }

    // MARK: Faults

    private func addFaults(_ request: Request, replacing: Bool) -> Response {
        do {
            let descriptions = try decodedList(FaultDescription.self, from: request)
            // All or none: a mistake in the second description rejects the first one, too.
            let faults = try descriptions.map { try $0.fault() }
            if replacing { site.faults.removeAll() }
            return json(faults.map { FaultDescription($0, id: site.faults.add($0)) })
        } catch {
            return refused(400, Self.reason(error))
        }
    }

    private func removeFaults(_ request: Request) -> Response {
        done {
            if let id = Self.faultID(request) { site.faults.remove(id) } else { site.faults.removeAll() }
        }
    }

    private func releaseFaults(_ request: Request) -> Response {
        done {
            let ids = Self.faultID(request).map { [$0] } ?? site.faults.active.map(\.id)
            for id in ids { site.faults.release(id) }
        }
    }

    private static func faultID(_ request: Request) -> Faults.ID? {
        Arguments(query: request.query).number("id").map(Faults.ID.init(number:))
    }

    // MARK: Behaviour and library

    /// Members that are left out stay as they are.
    private func setBehaviour(_ request: Request) -> Response {
        do {
            let asked = try JSONSerialization.jsonObject(with: Data(request.body.readableBytesView))
            let known = try JSONSerialization.jsonObject(with: JSONEncoder().encode(site.behaviour))
            guard let changes = asked as? [String: Any], let members = known as? [String: Any] else {
                return refused(400, "an object with members of /__behaviour is wanted")
            }
            let possible = Set(members.keys).union(["bytesPerSecond", "originalsBeforeRefusal", "resultsBeforeTimeout"])
            if let unknown = changes.keys.first(where: { !possible.contains($0) }) {
                return refused(400, "there is no \(unknown)")
            }
            let merged = members.merging(changes) { _, new in new }
            let behaviour = try JSONDecoder().decode(
                Behaviour.self, from: JSONSerialization.data(withJSONObject: merged))
            site.change { $0 = behaviour }
            return json(behaviour)
        } catch {
            return refused(400, Self.reason(error))
        }
    }

    /// One change of a photo.
    private struct LibraryEdit: Decodable {
        var remove: String?
        var replaceImage: String?
        var changeSecret: String?
        var add: SimulatedPhoto?
        var photo: String?
        var title: String?
    }

    private func editLibrary(_ request: Request) -> Response {
        do {
            let library = site.library
            for edit in try decodedList(LibraryEdit.self, from: request) {
                if let id = edit.remove { library.remove(id) }
                if let id = edit.replaceImage { library.replaceImage(of: id) }
                if let id = edit.changeSecret { library.changeSecret(of: id) }
                if let photo = edit.add { library.add(photo) }
                if let id = edit.photo, let title = edit.title { library.edit(id) { $0.title = title } }
            }
            return .json("{}\n")
        } catch {
            return refused(400, Self.reason(error))
        }
    }

    // MARK: JSON

    private func done(_ change: () -> Void) -> Response {
        change()
        return .json("{}\n")
    }

    private func json(_ value: some Encodable) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        do {
            return Response(200, contentType: "application/json", Content(Array(try encoder.encode(value))))
        } catch {
            return refused(500, Self.reason(error))
        }
    }

    /// One value or an array of them.
    private func decodedList<Value: Decodable>(_ type: Value.Type, from request: Request) throws -> [Value] {
        let body = Data(request.body.readableBytesView)
        let isList = body.first { !$0.isWhitespace } == UInt8(ascii: "[")
        return isList
            ? try JSONDecoder().decode([Value].self, from: body) : [try JSONDecoder().decode(Value.self, from: body)]
    }

    private func refused(_ status: Int, _ reason: String) -> Response {
        Response(status, contentType: "text/plain; charset=utf-8", Content(reason + "\n"))
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as FaultDescription.Mistake: error.reason
        case DecodingError.keyNotFound(let key, _): "\(key.stringValue) is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            context.codingPath.map(\.stringValue).joined(separator: ".") + ": " + context.debugDescription
        default: "\(error)"
        }
    }
}

extension UInt8 {
    fileprivate var isWhitespace: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}
