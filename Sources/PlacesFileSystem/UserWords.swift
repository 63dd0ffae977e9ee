import PhotoTree

/// What errors are told with: the names that users see, never our numbers.
protocol UserWords: AnyObject, Sendable {
    /// The source as people call it.
    var sourceName: String { get }
    /// Why hosts are left alone ("HTTP 503"); nil if no host is, or several are.
    var reasonOfPause: String? { get }
    /// How long hosts are left alone; nil if no host is, or several are.
    var pause: Duration? { get }
    /// The path below the mountpoint: "places/France/Paris"; "/" for the mountpoint itself.
    func path(of directory: DirectoryKey) -> String
    /// The path of the photo in one of the folders that show it.
    func path(of photo: PhotoID) async -> String
}
