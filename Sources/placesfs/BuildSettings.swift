/// What whoever builds a release sets; empty in development builds.
enum BuildSettings {
    /// Where Wikimedia finds whom to write to about this program: the page of its repository, or of whoever packages it
    /// ("https://example.org/placesfs"). It stands in the User-Agent of every request, as their policy asks
    /// (foundation.wikimedia.org, "User-Agent Policy"); without it they answer 10 requests a minute, or none.
    static let contact = ""
}
