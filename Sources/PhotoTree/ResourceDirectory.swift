import FoundationEssentials

/// Where the files that belong to the program lie. SwiftPM's own accessor ends the process when they are missing.
enum ResourceDirectory {
    /// This target's: beside the executable as SwiftPM builds it, or under `share` as packages install it. The first that
    /// exists; else the first.
    static func path() -> String {
        let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let folder = URL(filePath: executable).deletingLastPathComponent()
        let built = folder.appending(path: "placesfs_PhotoTree.resources/Resources").path
        let installed = folder.deletingLastPathComponent().appending(path: "share/placesfs/PhotoTree").path
        return FileManager.default.fileExists(atPath: built) || !FileManager.default.fileExists(atPath: installed)
            ? built : installed
    }
}
