/// The process that a request came from, as far as /proc tells (proc(5)).
///
/// The pid in a FUSE header is a thread's (measured); here it is followed to the thread group it belongs to.
public struct CallingProcess: Hashable, Sendable {
    /// The id of the thread group: what ps(1) and kill(1) call the process.
    public var id: Int32
    /// The name of the program: its executable's without the folder; where that cannot be seen, what the calling thread
    /// calls itself, cut to 15 bytes by the kernel. Untrusted text.
    public var program: String
    /// Where the program lies, as its own mount namespace has it; nil where that cannot be seen. Unlike the name of a
    /// thread it cannot be chosen freely, but anybody may call a file of theirs so.
    public var executable: String?

    public init(id: Int32, program: String, executable: String? = nil) {
        self.id = id
        self.program = program
        self.executable = executable
    }

    /// What the process was started with, its own name first; empty where that cannot be seen. Read anew each time.
    public var arguments: [String] { ProcessFiles.arguments(of: id) }

    /// Where it stands; nil where that may not be seen.
    public var workingDirectory: String? { ProcessFiles.workingDirectory(of: id) }

    /// The process that a thread belongs to; nil for one that cannot be seen.
    public static func id(ofThread threadID: Int32) -> Int32? {
        ProcessFiles.status(of: threadID).flatMap { CallingProcess($0) { _ in nil } }?.id
    }

    /// When a process began, in clock ticks after boot; nil for one that cannot be seen. With its id it is one for ever.
    public static func started(_ process: Int32) -> UInt64? {
        // The name in parentheses may hold anything; behind it the 20th field (proc(5)).
        guard let line = ProcessFiles.statistics(of: process), let end = line.utf8.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = line.utf8[line.utf8.index(after: end)...].split(separator: UInt8(ascii: " "))
        return fields.count > 19 ? UInt64(Substring(fields[19])) : nil
    }

    /// Whether a process is there, and no zombie.
    public static func goesOn(_ process: Int32) -> Bool {
        guard let line = ProcessFiles.statistics(of: process), let end = line.utf8.lastIndex(of: UInt8(ascii: ")"))
        else { return false }
        let state = line.utf8[line.utf8.index(after: end)...].first { $0 != UInt8(ascii: " ") }
        return state != UInt8(ascii: "Z") && state != UInt8(ascii: "X")
    }

    /// Nil for a process that cannot be seen: another pid namespace, /proc mounted with hidepid, or ended meanwhile.
    ///
    /// - Parameter threadID: Of any of its threads.
    public init?(threadID: Int32) {
        guard let status = ProcessFiles.status(of: threadID) else { return nil }
        self.init(status, executable: ProcessFiles.executable(of:))
    }

    /// `status` is the text of /proc/TID/status.
    init?(_ status: String, executable: (Int32) -> String?) {
        var name: Substring?
        var group: Int32?
        for line in status.utf8.split(separator: UInt8(ascii: "\n")).prefix(8) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let value = Substring(line[line.index(after: colon)...].drop { $0 == 0x09 || $0 == 0x20 })
            switch Substring(line[..<colon]) {
            case "Name": name = value
            case "Tgid": group = Int32(value)
            default: break
            }
        }
        guard let group else { return nil }
        // A program that was replaced while it runs reads so.
        let path = executable(group).map { $0.hasSuffix(" (deleted)") ? String($0.dropLast(10)) : $0 }
        let file = path?.split(separator: "/").last
        self.init(id: group, program: String(file ?? name ?? ""), executable: path)
    }
}
