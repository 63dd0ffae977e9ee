/// The process that a request came from, as far as /proc shows it (proc(5)).
///
/// The pid in a FUSE header is a thread's id (measured); this type finds the thread group that the thread belongs to.
public struct CallingProcess: Hashable, Sendable {
    /// The id of the thread group: what ps(1) and kill(1) call the process.
    public var id: Int32
    /// The name of the program: the file name of its executable. If that cannot be seen, the calling thread's name,
    /// which the kernel cuts to 15 bytes. Untrusted text.
    public var program: String
    /// The executable's path in the process's own mount namespace; nil if it cannot be seen. Unlike a thread's name, a
    /// process cannot set it freely, but anybody may give a file of theirs any name.
    public var executable: String?

    public init(id: Int32, program: String, executable: String? = nil) {
        self.id = id
        self.program = program
        self.executable = executable
    }

    /// The arguments that the process was started with, the program's name first; empty if they cannot be seen. Read
    /// from /proc at each access.
    public var arguments: [String] { ProcessFiles.arguments(of: id) }

    /// The process's working directory; nil if it may not be seen.
    public var workingDirectory: String? { ProcessFiles.workingDirectory(of: id) }

    /// What a thread's program may be called: the file name of its executable, which for a script is the interpreter,
    /// and the thread's name, which for a script is the script's, cut by the kernel to 15 bytes. What cannot be seen is
    /// left out.
    public static func names(ofThread threadID: Int32) -> [String] {
        var names: [String] = []
        if let path = ProcessFiles.executable(of: threadID) { names.append(String(file(of: plain(path)))) }
        if let name = ProcessFiles.name(of: threadID) { names.append(name) }
        return names
    }

    /// The arguments of the process that a thread belongs to, the program's name first; empty if they cannot be seen.
    public static func arguments(ofThread threadID: Int32) -> [String] { ProcessFiles.arguments(of: threadID) }

    /// A variable of the environment that the process of a thread was started with.
    public static func variable(_ name: String, ofThread threadID: Int32) -> String? {
        ProcessFiles.variable(name, of: threadID)
    }

    /// The process that a thread belongs to; nil if the thread cannot be seen.
    public static func id(ofThread threadID: Int32) -> Int32? {
        ProcessFiles.status(of: threadID).flatMap { CallingProcess($0) { _ in nil } }?.id
    }

    /// When a process began, in clock ticks after boot; nil if the process cannot be seen. Together with its id, this
    /// identifies a process for ever.
    public static func started(_ process: Int32) -> UInt64? {
        // The name in parentheses may contain any characters. The start time is the 20th field after it (proc(5)).
        guard let line = ProcessFiles.statistics(of: process), let end = line.utf8.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = line.utf8[line.utf8.index(after: end)...].split(separator: UInt8(ascii: " "))
        return fields.count > 19 ? UInt64(Substring(fields[19])) : nil
    }

    /// Whether a process exists and is no zombie.
    public static func goesOn(_ process: Int32) -> Bool {
        guard let line = ProcessFiles.statistics(of: process), let end = line.utf8.lastIndex(of: UInt8(ascii: ")"))
        else { return false }
        let state = line.utf8[line.utf8.index(after: end)...].first { $0 != UInt8(ascii: " ") }
        return state != UInt8(ascii: "Z") && state != UInt8(ascii: "X")
    }

    /// Nil if the process cannot be seen: it is in another pid namespace, /proc is mounted with hidepid, or the process
    /// has ended.
    ///
    /// - Parameter threadID: The id of any thread of the process.
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
        let path = executable(group).map(Self.plain)
        self.init(id: group, program: String(path.map(Self.file) ?? name ?? ""), executable: path)
    }

    /// The kernel appends " (deleted)" to the path if the executable was replaced while it runs.
    private static func plain(_ path: String) -> String {
        let mark = " (deleted)".utf8
        guard path.utf8.suffix(mark.count).elementsEqual(mark) else { return path }
        return String(decoding: path.utf8.dropLast(mark.count), as: UTF8.self)
    }

    /// The last part of a path, by bytes: programs are looked at whenever somebody opens something.
    private static func file(of path: String) -> Substring {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    }
}
