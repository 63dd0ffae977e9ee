import PhotoTree

/// The meaning of a name that a user types in `places/` or in a country.
enum NameMeaning {
    /// Another name or spelling of a directory that is listed there.
    case listed(DirectoryKey)
    /// A country that is not listed, with its code.
    case unlistedCountry(Substring)
    /// A place that is not listed.
    case unlistedPlace(Place)
    case unknown
}
