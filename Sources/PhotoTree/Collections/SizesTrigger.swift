/// The file that makes a mount learn the sizes of a directory's photos: `placesfs refresh --sizes` creates it in that
/// directory, but it never comes to exist.
public enum SizesTrigger {
    public static let name = ".exact-sizes"
}
