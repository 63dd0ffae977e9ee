internal import Glibc

/// A folder of the user's own for files that would be lost otherwise. It is made when the first one comes. Its calls
/// block.
public struct RescueFolder: Sendable {
    public let path: String

    public init(at path: String) { self.path = path }

    /// How many files may be held open for it at once.
    public static var mostHeld: Int { max(64, CacheFile.maximumDescriptors / 2) }

    /// How many files are in it.
    public var count: Int {
        var count = 0
        try? DirectoryDescriptor(existing: path).forEachName { name in if !name.hasPrefix(".") { count += 1 } }
        return count
    }

    /// Writes a file, under a name that no other has there.
    ///
    /// - Parameters:
    ///   - name: The name that it should have.
    ///   - length: In bytes.
    ///   - read: Gives the bytes of a range.
    /// - Returns: The name that it has.
    /// - Throws: Why it could not be written; nothing of it is left then.
    public func save(_ name: String, length: Int64, read: (Range<Int64>) throws -> [UInt8]) throws -> String {
        let folder = try DirectoryDescriptor(making: path)
        var (free, number) = (name, 1)
        while (try? folder.identity(of: free)) != nil {
            number += 1
            let dot = name.lastIndex(of: ".") ?? name.endIndex
            free = "\(name[..<dot]) (\(number))\(name[dot...])"
        }
        let part = ".\(number).part"
        try? folder.remove(part)
        let file = try folder.create(part)
        do {
            for start in stride(from: 0, to: length, by: 1 << 20) {
                try file.write(try read(start..<min(length, start + 1 << 20)), at: start)
            }
            // Nobody else has these bytes any more.
            try file.sync()
            try folder.rename(part, to: free)
        } catch {
            try? folder.remove(part)
            throw error
        }
        return free
    }
}
