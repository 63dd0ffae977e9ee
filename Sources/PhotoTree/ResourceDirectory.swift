import FoundationEssentials

/// Where the files that belong to the program lie. SwiftPM's own accessor ends the process when they are missing, and knows
/// the folder of the build only.
package enum ResourceDirectory {
    /// Where packages put them, wherever the program lies.
    package static let installed = "/usr/share/placesfs"

    /// Those of a target: beside the executable as SwiftPM builds it, under `share` beside its `bin`, or where packages put
    /// them. The first that exists; else the last, which then is what an error names.
    package static func path(of target: String = "PhotoTree") -> String {
        let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return path(of: target, executable: executable, installed: installed) {
            FileManager.default.fileExists(atPath: $0)
        }
    }

    /// The choice alone, for tests.
    ///
    /// - Parameters:
    ///   - target: Whose.
    ///   - executable: The running program's file.
    ///   - installed: Where packages put resources.
    ///   - exists: Whether there is such a folder.
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
