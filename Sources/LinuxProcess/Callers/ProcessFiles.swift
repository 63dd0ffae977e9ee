import Glibc

/// Small files of /proc, each read with one call.
enum ProcessFiles {
    /// The text of /proc/TID/status (proc(5)); nil if the thread cannot be seen.
    static func status(of threadID: Int32) -> String? {
        guard threadID > 0, let status = beginning(of: "/proc/\(threadID)/status") else { return nil }
        // The file has about 1.5 kB. Before the signals it names all groups of the user, up to 65,536 (NGROUPS_MAX).
        guard status.utf8.count >= usualBytes else { return status }
        return beginning(of: "/proc/\(threadID)/status", bytes: 1 << 20)
    }

    /// The arguments in /proc/PID/cmdline, the program's name first; only the beginning if they are very long. Empty if
    /// the process cannot be seen.
    static func arguments(of process: Int32) -> [String] {
        guard process > 0, let line = beginning(of: "/proc/\(process)/cmdline") else { return [] }
        // A NUL ends each argument.
        let words = line.utf8.split(separator: 0, omittingEmptySubsequences: false).map { String(Substring($0)) }
        return words.last == "" ? words.dropLast() : words
    }

    /// The line of /proc/PID/stat; nil if the process cannot be seen.
    static func statistics(of process: Int32) -> String? {
        process > 0 ? beginning(of: "/proc/\(process)/stat") : nil
    }

    private static let usualBytes = 8192

    /// The bytes that one read returns; nil if there are none.
    private static func beginning(of path: String, bytes: Int = usualBytes) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return unsafe withUnsafeTemporaryAllocation(byteCount: bytes, alignment: 1) { buffer -> String? in
            let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
            guard count > 0 else { return nil }
            return unsafe String(decoding: buffer[..<count], as: UTF8.self)
        }
    }

    /// The target of /proc/PID/exe; nil if it may not be seen (another user's process, a kernel thread).
    static func executable(of process: Int32) -> String? {
        target(of: "/proc/\(process)/exe")
    }

    /// The target of /proc/PID/cwd; nil if it may not be seen.
    static func workingDirectory(of process: Int32) -> String? {
        target(of: "/proc/\(process)/cwd")
    }

    /// The name in /proc/TID/comm; nil if the thread cannot be seen.
    static func name(of threadID: Int32) -> String? {
        guard threadID > 0, let line = beginning(of: "/proc/\(threadID)/comm") else { return nil }
        return line.utf8.last == UInt8(ascii: "\n") ? String(line.dropLast()) : line
    }

    /// The flags of a descriptor as open(2) takes them, from /proc/TID/fdinfo; nil if they may not be seen.
    static func flags(of descriptor: Int32, of threadID: Int32) -> Int32? {
        guard let facts = beginning(of: "/proc/\(threadID)/fdinfo/\(descriptor)") else { return nil }
        let name = "flags:"
        let line = Array(facts.utf8).split(separator: UInt8(ascii: "\n")).first { $0.starts(with: name.utf8) }
        let digits = line?.dropFirst(name.utf8.count).drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return digits.flatMap { Int32(String(decoding: $0, as: UTF8.self), radix: 8) }
    }

    /// A variable of the environment that a process was started with; nil if it has none or may not be seen.
    static func variable(_ name: String, of process: Int32) -> String? {
        guard process > 0, let text = beginning(of: "/proc/\(process)/environ", bytes: 1 << 17) else { return nil }
        return text.utf8.split(separator: 0).lazy.map { String(Substring($0)) }.first { $0.hasPrefix(name + "=") }
            .map { String($0.dropFirst(name.count + 1)) }
    }

    /// The target of a symbolic link; nil if it may not be seen.
    static func target(of link: String) -> String? {
        unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer -> String? in
            guard let characters = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return nil }
            let count = unsafe Glibc.readlink(link, characters, buffer.count)
            guard count > 0, count < buffer.count else { return nil }
            return unsafe String(decoding: buffer[..<count], as: UTF8.self)
        }
    }
}
