internal import Foundation
internal import PhotoTree
internal import PlacesFileSystem

/// Reads values: each function returns the checked value, or throws a failure that says what would be right.
extension Assignment {
    func text() throws(CommandFailure) -> String {
        guard let value, !value.isEmpty else { throw reject("needs a value") }
        guard !value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            throw reject("has a control character in it")
        }
        return value
    }

    /// A mail or web address that is valid in a header.
    func contact() throws(CommandFailure) -> String {
        let text = try text()
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !text.contains { "()<>\",;\\".contains($0) }
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        let isMail = halves.count == 2 && !halves[0].isEmpty && halves[1].contains(".")
        guard isPlain, text.utf8.count <= 200, isMail || HostName(of: text) != nil else {
            throw reject(
                "'\(text)' is neither a mail address like me@example.org nor a page like https://example.org/me")
        }
        return text
    }

    /// An absolute path: `~` is the home directory, and other relative paths start at the working directory.
    func path() throws(CommandFailure) -> String {
        AbsolutePath.of(try text())
    }

    func isOn() throws(CommandFailure) -> Bool {
        switch value?.lowercased() {
        case nil, "yes", "true", "on", "1": true
        case "no", "false", "off", "0": false
        case let other?: throw reject("'\(other)' is neither yes nor no")
        }
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>() throws(CommandFailure) -> Choice {
        let text = try text()
        guard let choice = Choice(rawValue: text) else {
            let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw reject("'\(text)' is none of \(names)")
        }
        return choice
    }

    func number(_ range: ClosedRange<Int>) throws(CommandFailure) -> Int {
        let text = try text()
        guard let number = Int(text), range.contains(number) else {
            throw reject("'\(text)' is no number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func thumbnailers() throws(CommandFailure) -> ThumbnailerPolicy {
        let text = try text()
        guard let policy = ThumbnailerPolicy(text) else {
            throw reject("'\(text)' is no list of programs like \(ThumbnailerPolicy.standardList)")
        }
        return policy
    }

    func exactSizePrograms() throws(CommandFailure) -> ExactSizePolicy {
        let text = try text()
        guard let policy = ExactSizePolicy(text) else {
            throw reject("'\(text)' is no list of programs like \(ExactSizePolicy.standardList), and not none")
        }
        return policy
    }

    func byteCount(atLeast least: ByteCount) throws(CommandFailure) -> ByteCount {
        let text = try text()
        guard let count = ByteCount(parsing: text) else {
            throw reject("'\(text)' is no size; write bytes, or a number with K, M or G, like 20M")
        }
        guard count >= least else { throw reject("\(text) is too small; \(least) is the least") }
        return count
    }

    /// Bytes a second; nil for "none".
    func rate(atLeast least: ByteCount) throws(CommandFailure) -> ByteCount? {
        try text().lowercased() == "none" ? nil : byteCount(atLeast: least)
    }

    func duration(upToDays days: Int = 1) throws(CommandFailure) -> Duration {
        let text = try text()
        guard let duration = Self.duration(text), duration > .zero, duration <= .seconds(86_400 * days) else {
            let most = days == 1 ? "a day" : "\(days) days"
            throw reject(
                "'\(text)' is no time up to \(most); write seconds, or a number with ms, s, m, h or d, like 15s")
        }
        return duration
    }

    private static func duration(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = Double(digits), number.isFinite, number < 1e9 else { return nil }
        switch text.dropFirst(digits.count) {
        case "ms": return .seconds(number / 1000)
        case "", "s": return .seconds(number)
        case "m": return .seconds(number * 60)
        case "h": return .seconds(number * 3600)
        case "d": return .seconds(number * 86_400)
        default: return nil
        }
    }
}
