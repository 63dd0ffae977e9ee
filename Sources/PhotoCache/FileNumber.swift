/// Identifies one file of the cache for as long as it takes up space, even after its name on disk is gone.
///
/// Numbers grow: of two downloads the one with the larger number is the younger.
struct FileNumber: Hashable, Comparable, Sendable {
    let rawValue: UInt64

    init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    static func < (left: FileNumber, right: FileNumber) -> Bool {
        left.rawValue < right.rawValue
    }
}
