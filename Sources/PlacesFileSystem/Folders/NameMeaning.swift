import PhotoTree

/// What a name means that somebody types in `places/` or a country.
enum NameMeaning {
    /// Another name, or another spelling of the name, of a directory that is listed there.
    case listed(DirectoryKey)
    /// A country that is not, with its code.
    case country(Substring)
    /// A place that is not.
    case place(Place)
    case unknown
}
