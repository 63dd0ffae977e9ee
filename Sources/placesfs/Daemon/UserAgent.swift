/// How requests name the program and, where the user said so, whom to write to about them
/// (foundation.wikimedia.org, "User-Agent Policy").
enum UserAgent {
    static func text(contact: String?) -> String {
        let name = "placesfs/\(Version.number)"
        return contact.map { "\(name) (FUSE file system; operated by \($0))" } ?? "\(name) (FUSE file system)"
    }
}
