import FoundationEssentials

/// Finds the files that belong to the program. SwiftPM's own accessor ends the process when they are missing, and knows
/// only the folder of the build.
package enum ResourceDirectory {
    /// Where packages install them, wherever the program is.
    package static let installed = "/usr/share/placesfs"

    /// The folder of a target's resources: beside the executable as SwiftPM builds it, under `share` beside its `bin`,
    /// or where packages install them. Returns the first that exists; else the last, so that an error names it.
    package static func path(of target: String = "PhotoTree") -> String {
        let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return path(of: target, executable: executable, installed: installed) {
            FileManager.default.fileExists(atPath: $0)
        }
    }

    /// The choice without access to the disk, for tests.
    ///
    /// - Parameters:
    ///   - target: The target that owns the resources.
    ///   - executable: The running program's file.
    ///   - installed: Where packages install resources.
    ///   - exists: Whether a folder exists.
    /// - Returns: The folder.
    static func path(of target: String, executable: String, installed: String, exists: (String) -> Bool) -> String {
        let folder = URL(filePath: executable).deletingLastPathComponent()
        let last = "\(installed)/\(target)"
        return [
            folder.appending(path: "placesfs_\(target).resources/Resources").path,
            folder.deletingLastPathComponent().appending(path: "share/placesfs/\(target)").path,
        ].first(where: exists) ?? last
    }
}
