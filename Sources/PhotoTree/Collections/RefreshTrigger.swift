/// The file that makes a mount ask its source anew for what a directory lists: `placesfs refresh` creates it there, where it
/// never comes to be.
public enum RefreshTrigger {
    public static let name = ".refresh"
}
