/// The file that makes a mount ask its source again for a directory's listing: `placesfs refresh` creates it in that
/// directory, but it never comes to exist.
public enum RefreshTrigger {
    public static let name = ".refresh"
}
