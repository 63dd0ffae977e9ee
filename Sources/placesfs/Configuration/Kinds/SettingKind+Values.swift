internal import ArgumentParser
internal import Foundation
internal import PhotoTree
internal import PlacesFileSystem

extension SettingKind where Value == Bool {
    static var isOn: Self {
        Self(nil) { given throws(CommandFailure) in
            switch given.value?.lowercased() {
            case nil, "yes", "true", "on", "1": true
            case "no", "false", "off", "0": false
            case let other?: throw given.reject("'\(other)' is neither yes nor no")
            }
        } write: {
            $0 ? "yes" : "no"
        }
    }
}

extension SettingKind where Value: RawRepresentable<String> & CaseIterable {
    static func choice(_ valueName: String) -> Self {
        Self(valueName, completion: .choices(Value.self)) { given throws(CommandFailure) in
            try given.choice()
        } write: {
            $0.rawValue
        }
    }
}

extension SettingKind where Value == SourceName? {
    static var source: Self {
        Self("name", completion: .choices(SourceName.self)) { given throws(CommandFailure) in
            try given.choice()
        }
    }
}

extension SettingKind where Value == Int {
    static func number(_ range: ClosedRange<Int>) -> Self {
        Self("number", bounds: "\(range.lowerBound) to \(range.upperBound)") { given throws(CommandFailure) in
            try given.number(range)
        } write: {
            "\($0)"
        }
    }
}

extension SettingKind where Value == Int? {
    /// A number that nobody has to give. Without one `usual` holds in most mounts.
    static func number(_ range: ClosedRange<Int>, usual: Int) -> Self {
        Self("number") { given throws(CommandFailure) in
            try given.number(range)
        } write: {
            "\($0 ?? usual)"
        }
    }
}

extension SettingKind where Value == ByteCount {
    static func size(atLeast least: ByteCount, bounds: String? = nil) -> Self {
        Self("size", bounds: bounds) { given throws(CommandFailure) in
            try given.size(atLeast: least)
        } write: {
            $0.typed
        }
    }

    /// Disk space, or the largest photo.
    static var space: Self { size(atLeast: ByteCount(64 << 10), bounds: "at least 64K") }
}

extension ByteCount {
    /// Exactly, as a user types it; `description` is rounded.
    fileprivate var typed: String {
        let units: [(name: String, bytes: Int64)] = [
            ("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10), ("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1000),
        ]
        let unit = units.first { rawValue >= $0.bytes && rawValue % $0.bytes == 0 }
        return unit.map { "\(rawValue / $0.bytes)\($0.name)" } ?? "\(rawValue)"
    }
}

extension SettingKind where Value == ByteCount? {
    /// Bytes a second; nil for "none".
    static func rate(atLeast least: ByteCount) -> Self {
        Self("size", bounds: "at least \(least.typed)") { given throws(CommandFailure) in
            try given.text().lowercased() == "none" ? nil : try given.size(atLeast: least)
        } write: { count in
            count == nil ? "none" : nil
        }
    }
}

extension SettingKind where Value == Duration {
    static func time(upToDays days: Int = 1) -> Self {
        Self("time") { given throws(CommandFailure) in
            let text = try given.text()
            guard let duration = Self.duration(text), duration > .zero, duration <= .seconds(86_400 * days) else {
                let most = days == 1 ? "a day" : "\(days) days"
                throw given.reject(
                    "'\(text)' is no time up to \(most); write seconds, or a number with ms, s, m, h or d, like 15s")
            }
            return duration
        } write: { duration in
            let seconds = duration.components.seconds
            guard duration == .seconds(seconds) else { return "\(duration / .milliseconds(1))ms" }
            // A day is 24h, as it is said.
            let units: [(name: String, seconds: Int64)] = [("d", 86_400), ("h", 3600), ("m", 60)]
            let unit = units.first { seconds % $0.seconds == 0 && seconds / $0.seconds > ($0.name == "d" ? 1 : 0) }
            return unit.map { "\(seconds / $0.seconds)\($0.name)" } ?? "\(seconds)s"
        }
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

/// What several kinds read.
extension Assignment {
    fileprivate func choice<Choice: RawRepresentable<String> & CaseIterable>() throws(CommandFailure) -> Choice {
        let text = try text()
        guard let choice = Choice(rawValue: text) else {
            let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw reject("'\(text)' is none of \(names)")
        }
        return choice
    }

    fileprivate func number(_ range: ClosedRange<Int>) throws(CommandFailure) -> Int {
        let text = try text()
        guard let number = Int(text), range.contains(number) else {
            throw reject("'\(text)' is no number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    fileprivate func size(atLeast least: ByteCount) throws(CommandFailure) -> ByteCount {
        let text = try text()
        guard let count = ByteCount(parsing: text) else {
            throw reject("'\(text)' is no size; write bytes, or a number with K, M or G, like 20M")
        }
        guard count >= least else { throw reject("\(text) is too small; \(least.typed) is the least") }
        return count
    }
}
