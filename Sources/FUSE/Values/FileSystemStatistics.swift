/// The answer to statfs(2).
public struct FileSystemStatistics: Hashable, Sendable {
    /// In bytes.
    public var blockSize: UInt64
    public var blocks: UInt64
    public var freeBlocks: UInt64
    /// Those of the free blocks that ordinary users may take.
    public var availableBlocks: UInt64
    public var files: UInt64
    public var freeFiles: UInt64
    /// The longest name, in bytes.
    public var maximumNameLength: UInt64

    public init(
        blockSize: UInt64 = 4096, blocks: UInt64 = 0, freeBlocks: UInt64 = 0,
        availableBlocks: UInt64? = nil, files: UInt64 = 0, freeFiles: UInt64 = 0,
        maximumNameLength: UInt64 = 255
    ) {
        self.blockSize = blockSize
        self.blocks = blocks
        self.freeBlocks = freeBlocks
        self.availableBlocks = availableBlocks ?? freeBlocks
        self.files = files
        self.freeFiles = freeFiles
        self.maximumNameLength = maximumNameLength
    }
}
