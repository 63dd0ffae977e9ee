internal import Foundation
internal import LinuxProcess

/// The archive under its provisional name.
struct HandoutFile: ZipTarget {
    let path: String
    private let provisional: String
    private let handle: FileHandle

    /// - Throws: `.handoutUnwritable` when it cannot be made there.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        let url = URL(fileURLWithPath: path)
        provisional =
            url.deletingLastPathComponent().path
            + "/.placesfs-\(ProcessInfo.processInfo.processIdentifier).part"
        try? FileManager.default.removeItem(atPath: provisional)
        do {
            try Data().write(to: URL(fileURLWithPath: provisional), options: .withoutOverwriting)
            StoppedDaemonWatch.discard(provisional)
            handle = try FileHandle(forUpdating: URL(fileURLWithPath: provisional))
        } catch {
            throw CommandFailure(.handoutUnwritable, "cannot write \(path): \(SystemFailure(error).words)")
        }
    }

    mutating func write(_ bytes: [UInt8], at offset: Int64) throws(CommandFailure) {
        do {
            try handle.seek(toOffset: UInt64(offset))
            try handle.write(contentsOf: Data(bytes))
        } catch {
            throw CommandFailure(.handoutUnwritable, "cannot write \(path): \(SystemFailure(error).words)")
        }
    }

    func read(_ count: Int, at offset: Int64) throws(CommandFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            try handle.seek(toOffset: UInt64(offset))
            bytes = Array(try handle.read(upToCount: count) ?? Data())
        } catch {
            throw CommandFailure(.handoutUnwritable, "cannot read \(path) again: \(SystemFailure(error).words)")
        }
        guard bytes.count == count else {
            throw CommandFailure(.handoutUnwritable, "\(path) was cut while it was written")
        }
        return bytes
    }

    mutating func cut(to length: Int64) throws(CommandFailure) {
        do {
            try handle.truncate(atOffset: UInt64(length))
        } catch {
            throw CommandFailure(.handoutUnwritable, "cannot write \(path): \(SystemFailure(error).words)")
        }
    }

    /// Gives it its name, `replacing` the file that has it if asked to.
    func finish(replacing: Bool) throws(CommandFailure) {
        do {
            try handle.synchronize()
            try handle.close()
        } catch {
            throw CommandFailure(.handoutUnwritable, "cannot write \(path): \(SystemFailure(error).words)")
        }
        do throws(Errno) {
            if replacing {
                try FileRenaming.move(provisional, over: path)
            } else {
                try FileRenaming.move(provisional, toFree: path)
            }
        } catch .exists {
            throw CommandFailure(.handoutExists, "\(path) was made meanwhile, and stays as it is")
        } catch {
            throw CommandFailure(.handoutUnwritable, "cannot write \(path): \(SystemFailure(error).words)")
        }
    }

    func discard() {
        try? FileManager.default.removeItem(atPath: provisional)
    }
}
