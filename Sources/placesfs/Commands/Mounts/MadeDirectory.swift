internal import Foundation
internal import LinuxProcess

/// A mountpoint that was made for its mount, and goes with it.
struct MadeDirectory: Sendable {
    private let path: String

    /// Nil when something is there already, a dead mount too, or nothing can be made there; the mount says why then.
    init?(at path: String) {
        let made = URL(fileURLWithPath: path).standardizedFileURL
        do {
            try FileManager.default.createDirectory(
                at: made.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.createDirectory(at: made, withIntermediateDirectories: false)
        } catch {
            return nil
        }
        self.path = made.path
    }

    /// Unless something is in it or mounted at it.
    func remove() {
        _ = EmptyDirectory.remove(path)
    }
}
