/// The target of a redirect. It prints only as scheme, host and port, because the rest may contain a secret; callers
/// can only ask whether a word occurs in it.
public struct RedirectTarget: Hashable, Sendable {
    private let url: String

    public init(_ url: String) {
        self.url = url
    }

    /// Whether `word`, which must be in lower case, occurs in the address in any case.
    public func mentions(_ word: String) -> Bool {
        url.lowercased().utf8.firstRange(of: word.utf8) != nil
    }
}

extension RedirectTarget: ExpressibleByStringLiteral, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    public init(stringLiteral url: String) { self.init(url) }

    public var description: String { HTTPRequest.origin(of: url) }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
