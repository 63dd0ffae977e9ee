internal import PhotoTree

/// What a part of a scan found, to be written at once.
struct ScanChanges: Sendable {
    struct LeftOut: Sendable {
        var path: [UInt8]
        var size: Int64
        var modified: Int64
        var reason: LeftOutReason
    }

    var files: [IndexedFile] = []
    var leftOut: [LeftOut] = []
    /// Photos that were not there, and are back.
    var returned: [PhotoID] = []
    /// Numbers of files that are there no longer.
    var removed: [Int64] = []
    /// Paths of files that were left out, and are there no longer.
    var forgotten: [[UInt8]] = []
    var places: [PlaceID: Place] = [:]
    /// What whoever shows photos must be told.
    var told = SourceChange(places: [], topics: [])

    var isEmpty: Bool { files.isEmpty && leftOut.isEmpty && removed.isEmpty && forgotten.isEmpty }
}
