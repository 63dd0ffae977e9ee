import Foundation

/// What tests read of JSON that the mount serves.
enum JSON {
    struct NotAnObject: Error {
        var text: String
    }

    static func object(_ text: String) throws -> [String: Any] {
        guard let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw NotAnObject(text: text)
        }
        return object
    }
}
