/// Where an answer wanted to lead. It prints as scheme, host and port, for all behind them may hold a secret; only whether
/// a word stands in it can be asked.
public struct RedirectTarget: Hashable, Sendable {
    private let url: String

    public init(_ url: String) {
        self.url = url
    }

    /// In lower case.
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
