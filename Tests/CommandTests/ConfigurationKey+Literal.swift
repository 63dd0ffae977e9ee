@testable import placesfs

/// Tests name a setting as users do.
extension ConfigurationKey: ExpressibleByStringLiteral {
    public init(stringLiteral name: String) {
        self.init(known: name)
    }
}
