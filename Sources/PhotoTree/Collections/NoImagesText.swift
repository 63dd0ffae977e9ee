/// The text of `No Images` in a folder that its source fills.
public enum NoImages {
    /// Says why the folder shows no photo.
    ///
    /// - Parameters:
    ///   - hidden: How many photos `license` hides in the folder.
    ///   - license: What the mount asks for.
    ///   - isEmptied: Whether the source has photos for a folder that its user removes photos from.
    /// - Returns: The whole file.
    public static func text(hidden: Int, by license: LicenseFilter, isEmptied: Bool) -> String {
        if let hides = license.words(hiding: hidden) { return "\(hides) for this folder.\n" }
        return isEmptied
            ? "No photo of this folder is left: those that you removed stay away for good, and videos are not shown.\n"
            : "The source has no photos for this folder.\n"
    }

    /// Says of an area that the source has photos around it.
    ///
    /// - Parameters:
    ///   - area: Its name.
    ///   - takesRemovals: Whether its user may have removed photos from the folder.
    /// - Returns: The whole file.
    public static func text(outside area: String, takesRemovals: Bool) -> String {
        let lies = "Of the photos that the source was asked for, none lies within the borders of \(area)"
        return takesRemovals ? "\(lies), but for those that you removed.\n" : "\(lies).\n"
    }
}

extension LicenseFilter {
    /// "--license cc hides 2 known photos"; nil where it hides none.
    func words(hiding count: Int) -> String? {
        guard count > 0, self != .any else { return nil }
        return "--license \(rawValue) hides \(count) known photo\(count == 1 ? "" : "s")"
    }
}
