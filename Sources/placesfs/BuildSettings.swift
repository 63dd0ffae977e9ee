/// Settings for the person who builds a release; empty in development builds.
enum BuildSettings {
    /// The page where Wikimedia finds a person to write to about this program: that of its repository or of its
    /// packager ("https://example.org/placesfs"). It is part of the User-Agent of every request, as their policy asks
    /// (foundation.wikimedia.org, "User-Agent Policy"). Without it they answer 10 requests a minute, or none.
    static let contact = ""
}
