internal import PhotoTree
internal import PlacesFileSystem

/// All that is decided before a daemon starts.
struct MountPlan: Sendable {
    let configuration: Configuration
    let source: SourceName
    /// The words of `-o` that are passed to the kernel.
    let kernelWords: [String]
    let directories: SourceDirectories
    let base: BaseDirectories
    /// Whether the source was only chosen because there is no network.
    var isStopgap = false
    /// What the command line said, by key; no secrets, and all paths absolute.
    var options: [String: String] = [:]
    /// Whether the mountpoint was made for this mount, and goes with it.
    var isMountpointMade = false

    /// The line that mounts anew.
    func lineForAgain(at mountpoint: String) -> String {
        let folder = mountpoint.shellWord
        return "placesfs unmount \(folder) && placesfs mount \(isMountpointMade ? "--make " : "")\(folder)"
    }

    /// What lists show. The limits of services do not count for one's own photos, and nothing is put into them.
    var shown: PhotoSettings {
        var photos = configuration.photos
        guard source == .folder else { return photos }
        photos.perPlace = Self.wholeList
        photos.perPin = Self.wholeList
        photos.embedding = .none
        if !photos.isLicenseGiven { photos.license = .any }
        return photos
    }

    /// More photos than there are.
    private static let wholeList = 10_000_000

    var logFile: String { configuration.files.logFile ?? base.usualLog }
}
