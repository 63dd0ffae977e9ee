/// What access(2) checks for the caller (R_OK, W_OK, X_OK); empty checks only whether the file exists (F_OK).
public struct AccessMode: OptionSet, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    public static let execute = AccessMode(rawValue: 1)
    public static let write = AccessMode(rawValue: 2)
    public static let read = AccessMode(rawValue: 4)
}
