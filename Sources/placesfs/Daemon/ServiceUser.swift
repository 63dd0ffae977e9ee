/// An account that belongs to no person.
enum ServiceUser {
    /// Where those of people begin on Debian (`UID_MIN` of login.defs(5)), and the one of nobody (`UID_NOBODY` of systemd).
    static func isOne(_ user: UInt32) -> Bool {
        (1..<1000).contains(user) || user == 65534
    }
}
