/// The blocks of a GIF (CompuServe's "Graphics Interchange Format, Version 89a"), as far as an XMP packet may stand in
/// them; untrusted.
struct GIFBlocks {
    private static let mostBlocks = 64
    private static let longest = 60 << 10
    /// The application's name and code (XMP specification part 3, section 1.1.2).
    private static let xmp = Array("XMP DataXMP".utf8)
    /// Behind the packet: bytes that lead every reader of blocks to the end.
    private static let trailer = 257

    let packet: ArraySlice<UInt8>?

    init(_ file: ImageBytes) {
        packet = Self.packet(file)
    }

    private static func packet(_ file: ImageBytes) -> ArraySlice<UInt8>? {
        guard let flags = file.number(10, 1) else { return nil }
        var position = 13 + (flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1))
        for _ in 0..<mostBlocks {
            guard let kind = file.number(position, 1) else { return nil }
            switch kind {
            case 0x21:
                guard let label = file.number(position + 1, 1), let length = file.number(position + 2, 1) else {
                    return nil
                }
                let isPacket = label == 0xFF && file.bytes(position + 3, length)?.elementsEqual(xmp) == true
                if isPacket { return packet(file, at: position + 3 + length) }
                guard let end = end(file, ofBlocksAt: position + 2) else { return nil }
                position = end
            case 0x2C:
                guard let flags = file.number(position + 9, 1) else { return nil }
                let image = position + 10 + (flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1)) + 1
                guard let end = end(file, ofBlocksAt: image) else { return nil }
                position = end
            default: return nil
            }
        }
        return nil
    }

    /// The packet stands as it is, without the lengths of blocks; no byte of it is 0.
    private static func packet(_ file: ImageBytes, at start: Int) -> ArraySlice<UInt8>? {
        var packet: [UInt8] = []
        while packet.count < longest {
            let length = min(2 << 10, file.count - start - packet.count)
            guard length > 0, let more = file.bytes(start + packet.count, length) else { return nil }
            if let end = more.firstIndex(of: 0) {
                packet += more[..<end]
                guard packet.count > trailer - 1 else { return nil }
                return packet.dropLast(trailer - 1)
            }
            packet += more
        }
        return nil
    }

    private static func end(_ file: ImageBytes, ofBlocksAt start: Int) -> Int? {
        var position = start
        for _ in 0..<4096 {
            guard let length = file.number(position, 1) else { return nil }
            position += 1 + length
            if length == 0 { return position }
        }
        return nil
    }
}
