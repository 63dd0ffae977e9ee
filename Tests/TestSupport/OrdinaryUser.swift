import Foundation
import Glibc

/// Somebody without rights: whoever runs the tests, or, where that is root, the user nobody.
public enum OrdinaryUser {
    private static let id: UInt32 = 65534

    /// Comes before a command that he is to run; empty where he runs the tests.
    public static let prefix: [String] =
        geteuid() == 0 ? ["setpriv", "--reuid", "\(id)", "--regid", "\(id)", "--clear-groups"] : []

    /// For scripts.
    public static let words = prefix.joined(separator: " ")

    /// Whether he can mount. A machine without udev has the device for root alone; Debian has it for all, and so has
    /// root when it runs these tests.
    public static let canMount: Bool = {
        guard Repository.canMount else { return false }
        return geteuid() != 0 || isDeviceHis && isReachable(Repository.placesfs)
    }()

    /// Whether he can mount with a copy of the program in a folder of his.
    public static let canRunCopies: Bool = {
        guard Repository.canMount else { return false }
        guard geteuid() == 0 else { return true }
        // Swift's libraries stay where they are.
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        let library = maps.split(separator: "\n").first { $0.hasSuffix("/libswiftCore.so") }?.drop { $0 != "/" }
        let folder = library.map { URL(fileURLWithPath: String($0)).deletingLastPathComponent().path }
        return isDeviceHis && folder.map(isReachable) != false
    }()

    private static var isDeviceHis: Bool { unsafe chmod("/dev/fuse", 0o666) == 0 }

    /// Whether all may run the file and enter every folder above it; those of a home of mode 700 may not.
    private static func isReachable(_ path: String) -> Bool {
        var url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        while url.path != "/" {
            guard let mode = try? FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int,
                mode & 0o001 != 0
            else { return false }
            url.deleteLastPathComponent()
        }
        return true
    }

    /// Makes a folder his, with all that is in it.
    static func own(_ folder: String) throws {
        guard geteuid() == 0 else { return }
        let below = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        for path in [folder] + below.map({ folder + "/" + $0 }) {
            try FileManager.default.setAttributes(
                [.ownerAccountID: Int(id), .groupOwnerAccountID: Int(id)], ofItemAtPath: path)
        }
    }
}
