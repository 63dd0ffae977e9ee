/// Accounts that belong to no person.
enum ServiceUser {
    /// Below the first user id of people on Debian (`UID_MIN` of login.defs(5)), or that of nobody (`UID_NOBODY` of
    /// systemd).
    static func isOne(_ user: UInt32) -> Bool {
        (1..<1000).contains(user) || user == 65534
    }
}
