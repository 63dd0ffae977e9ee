internal import Foundation
internal import LinuxProcess

/// A configuration file: `key = value`, one per line; `#` begins a comment at the start of a line or after a blank. A
/// key that stands alone is a switch turned on. Every mistake is an error with its line: a setting that is silently
/// ignored costs hours.
struct ConfigurationFile: Hashable, Sendable {
    /// Nil if there is no file.
    let path: String?
    let assignments: [Assignment]
    /// The keys in it that only earlier versions had.
    let former: [String]

    /// - Parameters:
    ///   - text: The file's content.
    ///   - path: The file's path, for messages.
    ///   - formerKeys: The keys that no longer mean anything, and are no mistakes.
    /// - Throws: `.configuration`, naming file and line.
    init(_ text: String, path: String, formerKeys: Set<String> = FormerKey.all) throws(CommandFailure) {
        var former: [String] = []
        var assignments: [Assignment] = []
        var lineOfKey: [ConfigurationKey: Int] = [:]
        // Some editors begin a text with a mark of its byte order.
        let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, raw) in zip(1..., lines) {
            let line = Self.withoutComment(String(raw)).trimmingCharacters(in: .whitespaces)
            guard !line.isEmpty else { continue }
            let halves = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let word = halves[0].trimmingCharacters(in: .whitespaces)
            guard !word.isEmpty else {
                throw CommandFailure(.configuration, "\(path):\(number): no key stands before the =; write key = value")
            }
            guard let key = ConfigurationKey(word: word) else {
                if let key = FormerKey.named(word, among: formerKeys) {
                    former.append(key)
                    continue
                }
                if let (key, value) = Self.keyWithoutEquals(line) {
                    throw CommandFailure(
                        .configuration,
                        "\(path):\(number): write = between key and value: "
                            + "\(key.rawValue) = \(Self.shown(value, of: key))")
                }
                throw CommandFailure(
                    .configuration,
                    "\(path):\(number): unknown key '\(Self.shown(word))'"
                        + NearestWord.question(word, among: Configuration.rows.keys.map(\.rawValue)))
            }
            if let earlier = lineOfKey.updateValue(number, forKey: key) {
                throw CommandFailure(
                    .configuration, "\(path):\(number): \(key.rawValue) was given in line \(earlier) already")
            }
            let value = halves.count > 1 ? halves[1].trimmingCharacters(in: .whitespaces) : nil
            guard value != nil || key.isSwitch else {
                throw CommandFailure(
                    .configuration, "\(path):\(number): \(key.rawValue) needs a value: \(key.rawValue) = …")
            }
            guard !Self.isQuoted(value ?? "") else {
                throw CommandFailure(
                    .configuration,
                    "\(path):\(number): \(key.rawValue): write the value without quotes: "
                        + "\(key.rawValue) = \(Self.shown(String((value ?? "").dropFirst().dropLast()), of: key))")
            }
            assignments.append(Assignment(key: key, value: value, origin: .file(path: path, line: number)))
        }
        self.path = path
        self.assignments = assignments
        self.former = former
    }

    /// Whether the file must exist and be readable.
    enum Presence: Hashable, Sendable {
        /// The user named the file: it must be readable.
        case required
        /// The user's own file, which need not exist.
        case usual
        /// The administrator's file, which need not exist, and which not every user may be meant to read.
        case readable
    }

    private init() {
        (path, assignments, former) = (nil, [], [])
    }

    /// Reads the file at `path`.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - presence: Whether there has to be one.
    ///   - isSystem: Whether it is the administrator's, who alone may write its folder: a system account may own the
    ///     file.
    /// - Returns: A file without assignments if there is none and `presence` allows that.
    /// - Throws: `.configuration` when the file cannot be read, is wrong, or contains a secret and other users may read
    ///   it; `.configurationUntrusted` when another user may have written it.
    static func read(
        _ path: String, _ presence: Presence, isSystem: Bool = false
    ) throws(CommandFailure) -> ConfigurationFile {
        let read: (bytes: [UInt8], status: FileStatus)
        do throws(RegularFile.Failure) {
            read = try RegularFile.read(path, limit: 1 << 20)
        } catch {
            let failure = SystemFailure(error)
            if failure.errno == .noEntry, presence != .required { return ConfigurationFile() }
            if failure.errno == .access, presence == .readable { return ConfigurationFile() }
            let words =
                switch error {
                case .notRegular: "it is a folder, pipe or device, and not a file"
                case .tooLong: "it has more than 1 MiB"
                case .system: failure.words
                }
            throw CommandFailure(.configuration, "cannot read the configuration \(path): \(words)")
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        if let flaw = PrivateDirectory.flaw(of: folder, for: .configuration)
            ?? PrivateDirectory.flaw(ofFile: path, read.status, mayBeServices: isSystem)
        {
            throw CommandFailure(
                .configurationUntrusted,
                "\(flaw), so the configuration there does not count; mend that, or name another with --config")
        }
        guard let text = String(validating: read.bytes, as: UTF8.self) else {
            throw CommandFailure(.configuration, "\(path) is no text in UTF-8")
        }
        let file = try ConfigurationFile(text, path: path)
        if let secret = file.assignments.first(where: \.isSecret), read.status.mode & 0o077 != 0 {
            throw CommandFailure(
                .configuration,
                "\(path) holds \(secret.key == .proxy ? "a password" : "a key") and others may read it; "
                    + "run: chmod 600 \(path.shellWord)")
        }
        return file
    }

    private static func withoutComment(_ line: String) -> String {
        var before: Character = " "
        for index in line.indices {
            if line[index] == "#", before.isWhitespace { return String(line[..<index]) }
            before = line[index]
        }
        return line
    }

    /// The key and the value of a line like `cache-size: 20M` or `cache-size 20M`.
    private static func keyWithoutEquals(_ line: String) -> (ConfigurationKey, value: String)? {
        let word = line.prefix { !$0.isWhitespace && $0 != ":" }
        guard let key = ConfigurationKey(word: String(word)) else { return nil }
        return (key, line.dropFirst(word.count).trimmingCharacters(in: CharacterSet(charactersIn: ": \t")))
    }

    /// The value as it was typed, but for a secret, and what may be one.
    private static func shown(_ value: String, of key: ConfigurationKey) -> String {
        let given = Assignment(key: key, value: value, origin: .environment(""))
        let isShort = !value.isEmpty && value.count <= 40 && !isQuoted(value) && !value.contains("=")
        return isShort && !given.isSecret ? value : key.example
    }

    private static func isQuoted(_ value: String) -> Bool {
        value.count > 1 && value.first == value.last && ["\"", "'"].contains(value.first)
    }

    /// An unknown word may be a secret key pasted without its name, or after the name without `=`: only its beginning
    /// is shown.
    private static func shown(_ line: String) -> String {
        let word = line.prefix { !$0.isWhitespace }
        guard word.count == line.count else { return shown(String(word)) + " …" }
        return word.count > 24 ? word.prefix(4) + "…" : line
    }
}
