internal import PhotoTree
internal import Synchronization

/// The identifiers of users by what they are called.
final class KnownUsers: Sendable {
    private static let capacity = 200

    private let identifiers = Mutex<[String: String]>([:])

    subscript(name: String) -> String? {
        get { identifiers.withLock { $0[name] } }
        set {
            identifiers.withLock { known in
                if known.count >= Self.capacity { known.removeAll() }
                known[name] = newValue
            }
        }
    }

    /// "12037949754@N01".
    static func isIdentifier(_ name: String) -> Bool { name.wholeMatch(of: /[0-9]{1,15}@N[0-9]{2}/) != nil }

    /// Whether it can be the last part of the address of a user's photos.
    static func isAlias(_ name: String) -> Bool { name.wholeMatch(of: /[A-Za-z0-9_-]{1,64}/) != nil }
}
