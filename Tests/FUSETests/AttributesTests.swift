import FUSE
import Promises
import Testing

@Suite struct AttributesTests {
    @Test(
        .proves("Hostile heads: a megabyte"),
        arguments: [
            (0, 0), (1, 1), (512, 1), (513, 2), (1 << 40, 1 << 31), (.max - 510, 1 << 54), (.max, 1 << 54), (-1, 0),
            (.min, 0),
        ] as [(Int64, Int64)])
    func `blocks are those of any length`(size: Int64, blocks: Int64) {
        let time = FileTime(seconds: 0)
        let attributes = Attributes(
            inode: InodeNumber(1), kind: .file, permissions: 0o444, linkCount: 1, userID: 0, groupID: 0, size: size,
            accessed: time, modified: time, changed: time, validity: .zero)
        #expect(attributes.blocks == blocks)
    }
}
