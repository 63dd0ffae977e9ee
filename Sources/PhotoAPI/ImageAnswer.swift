package import PhotoTree

/// Distinguishes a photo from all other answers that image hosts have given at a photo's address.
package enum ImageAnswer {
    package static func verdict(_ head: ImageHead, firstBytes: [UInt8]) -> ImageVerdict {
        switch head.status {
        case 200: break
        case 206: return .refused("a part of it that nobody asked for")
        case 404, 410: return .gone
        case 300..<400: return .refused("HTTP \(head.status), a redirect elsewhere")
        default: return .refused("HTTP \(head.status)")
        }
        let type = head.headers["content-type"]?.lowercased().prefix { !"; ".contains($0) }
        // Object stores say "octet-stream" of what was put there without a type: then the bytes alone decide.
        if let type, !type.isEmpty, !type.hasPrefix("image/"), !type.hasSuffix("/octet-stream") {
            return .refused("\(PrintableText.line(String(type), maximumBytes: 60)) instead of an image")
        }
        guard !firstBytes.isEmpty else { return .refused("an empty answer") }
        return isImage(firstBytes) ? .photo : .refused("no JPEG, PNG or GIF")
    }

    private static func isImage(_ bytes: [UInt8]) -> Bool {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF]
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return bytes.starts(with: jpeg) || bytes.starts(with: png) || bytes.starts(with: "GIF87a".utf8)
            || bytes.starts(with: "GIF89a".utf8)
    }
}
