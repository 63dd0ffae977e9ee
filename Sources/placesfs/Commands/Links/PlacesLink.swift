internal import Foundation

/// A link of a map's page that asks for something in a mount: `placesfs:pin?in=file:///…/map.html&at=48.8584,2.2945`.
/// Any page may hold one, so each verb is harmless from a stranger's.
enum PlacesLink: Hashable, Sendable {
    /// Drop a pin in the mount that the page lies in.
    case pin(page: String, point: String)
    /// Show a folder.
    case open(folder: String)
    /// Ask for another collection of a pin.
    case newCollection(folder: String)

    static let scheme = "placesfs:"

    /// - Throws: Why it is no link of ours.
    init(_ text: String) throws(CommandFailure) {
        func refusal(_ why: String) -> CommandFailure {
            CommandFailure(.usage, "\"\(text)\" is no link of a map: \(why)")
        }
        guard text.utf8.count <= 8192, text.hasPrefix(Self.scheme) else {
            throw refusal("it does not begin with placesfs:")
        }
        let parts = text.dropFirst(Self.scheme.count).split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw refusal("it names no file") }
        var given: [String: String] = [:]
        for field in parts[1].split(separator: "&", omittingEmptySubsequences: false) {
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, let value = String(pair[1]).removingPercentEncoding, given[String(pair[0])] == nil
            else {
                throw refusal("it cannot be read")
            }
            given[String(pair[0])] = value
        }
        guard let path = given.removeValue(forKey: "in").flatMap(Self.path) else { throw refusal("it names no file") }
        switch (String(parts[0]), given.removeValue(forKey: "at")) {
        case ("pin", let point?):
            guard Self.isPoint(point) else { throw refusal("it names no point") }
            self = .pin(page: path, point: point)
        case ("open", nil): self = .open(folder: path)
        case ("new-collection", nil): self = .newCollection(folder: path)
        default: throw refusal("placesfs knows pin, open and new-collection")
        }
        guard given.isEmpty else { throw refusal("it says more than placesfs knows") }
    }

    /// The path of a file of this machine; nil for any other address.
    private static func path(_ address: String) -> String? {
        guard
            let rest = ["file:///", "file://localhost/"].first(where: address.hasPrefix).map({
                address.dropFirst($0.count)
            }),
            let path = String(rest).removingPercentEncoding, !path.isEmpty, !path.utf8.contains(0)
        else { return nil }
        // Browsers write none of these, and a folder ends with a slash.
        let names = path.split(separator: "/", omittingEmptySubsequences: true)
        guard !names.contains(where: { $0 == "." || $0 == ".." }) else { return nil }
        return "/" + names.joined(separator: "/")
    }

    /// Decimal degrees and nothing else: a page writes no words into the name of a folder.
    private static func isPoint(_ text: String) -> Bool {
        guard let match = try? /(-?[0-9]{1,3}(?:\.[0-9]{1,8})?),(-?[0-9]{1,3}(?:\.[0-9]{1,8})?)/.wholeMatch(in: text),
            let latitude = Double(match.1), let longitude = Double(match.2)
        else { return false }
        return abs(latitude) <= 90 && abs(longitude) <= 180
    }
}
