import CFUSE
import Glibc

/// Packs dirents into a reply to READDIR or READDIRPLUS, as many as fit into the size that the kernel asked for.
@safe struct DirectoryBuffer: ~Copyable {
    /// The inodes whose attributes were packed: the kernel counts one lookup for each.
    private(set) var looked: [InodeNumber] = []
    private(set) var count = 0
    private let bytes: UnsafeMutableRawBufferPointer
    private let withAttributes: Bool

    /// - Parameters:
    ///   - size: In bytes, from the request.
    ///   - withAttributes: True for READDIRPLUS.
    init(size: Int, withAttributes: Bool) {
        unsafe bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: min(max(size, 0), Self.largest), alignment: 8)
        self.withAttributes = withAttributes
    }

    deinit {
        unsafe bytes.deallocate()
    }

    /// How many dirents with the shortest names have room in a reply of `size` bytes: 25 in a page, with attributes.
    static func capacity(of size: Int, withAttributes: Bool) -> Int {
        let shortest = withAttributes ? 160 : 32
        return max(min(size, largest) / shortest, 1)
    }

    /// - Returns: False if the dirent did not fit; then the following ones must not be appended either.
    mutating func append(_ dirent: DirectoryEntry) -> Bool {
        // Skipped: a single illegal name makes the kernel answer EIO for the whole directory.
        guard Self.isLegal(dirent.name) else { return true }
        let room = unsafe bytes.count - count
        let end = unsafe bytes.baseAddress.map { unsafe ($0 + count).assumingMemoryBound(to: CChar.self) }
        let size: Int
        if withAttributes {
            var parameters = parameters(of: dirent)
            size = unsafe fuse_add_direntry_plus(nil, end, room, dirent.name, &parameters, Int(dirent.next.rawValue))
        } else {
            var stat = Glibc.stat()
            stat.st_ino = UInt(dirent.inode.rawValue)
            stat.st_mode = dirent.kind.mode
            size = unsafe fuse_add_direntry(nil, end, room, dirent.name, &stat, Int(dirent.next.rawValue))
        }
        guard size <= room else { return false }
        count += size
        if withAttributes, Self.mayCarryAttributes(dirent), let inode = dirent.entry?.attributes?.inode {
            looked.append(inode)
        }
        return true
    }

    func withBytes<R>(_ body: (UnsafePointer<CChar>?) -> R) -> R {
        unsafe body(UnsafePointer(bytes.baseAddress?.assumingMemoryBound(to: CChar.self)))
    }

    /// An inode number of 0 gives the kernel only the name, without a lookup.
    private func parameters(of dirent: DirectoryEntry) -> fuse_entry_param {
        if Self.mayCarryAttributes(dirent), let entry = dirent.entry, entry.attributes != nil {
            return entry.parameters
        }
        var parameters = fuse_entry_param()
        parameters.attr.st_ino = UInt(dirent.inode.rawValue)
        parameters.attr.st_mode = dirent.kind.mode
        return parameters
    }

    /// The kernel resolves `.` and `..` itself, and counts no lookup for them.
    private static func mayCarryAttributes(_ dirent: DirectoryEntry) -> Bool {
        dirent.name.utf8.count > 2 || dirent.name != "." && dirent.name != ".."
    }

    private static func isLegal(_ name: String) -> Bool {
        let bytes = name.utf8
        return !bytes.isEmpty && bytes.count <= FileNameBytes.longest && !bytes.contains(0)
            && !bytes.contains(UInt8(ascii: "/"))
    }

    /// In bytes. The kernel asks for anything from a page to a megabyte.
    private static let largest = 1 << 20
}
