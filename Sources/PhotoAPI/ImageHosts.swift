package import PhotoTree

/// Which hosts may serve a source's images, and which address to request for one that an answer contains.
package struct ImageHosts: Sendable {
    /// Each is "host" or "host:port".
    package let names: [String]
    /// The path below which all images stand, with slashes around it; nil without an image base.
    package let folder: String?
    /// If set, replaces the scheme and host of every address.
    private let replacement: String?
    private let plainHost: String?

    /// - Parameters:
    ///   - names: The service's own image hosts, without wildcards.
    ///   - apiBase: The API's address in use. If it is a simulator's, that host may serve images too, with http if
    ///     `apiBase` has it (on loopback).
    ///   - liveAPIBase: The real API's address.
    ///   - imageBase: If set, replaces the scheme and host of every address, and is the only host allowed.
    package init(names: [String], apiBase: String, liveAPIBase: String, imageBase: String?) {
        let base = imageBase.flatMap { WebAddress($0) }
        replacement = base.map { $0.path.hasSuffix("/") ? String($0.text.dropLast()) : $0.text }
        folder = replacement.flatMap { WebAddress($0) }.map { $0.path + "/" }
        let api = WebAddress(apiBase)
        let own = api?.authority != WebAddress(liveAPIBase)?.authority ? api : nil
        plainHost = own?.scheme == "http" ? own?.authority : nil
        self.names = base.map { [$0.authority] } ?? (names + [own?.authority].compactMap { $0 })
    }

    /// The address to request for `url`; nil if its host is none of the allowed ones, or its path leads upwards: behind
    /// a mirror's address it would lead out of the mirror's folder, to its API. The scheme becomes https, because
    /// services have sent http, or no scheme at all, where https works.
    package func address(of url: String) -> String? {
        guard var parts = WebAddress(url), !parts.hasDotSegments else { return nil }
        if let replacement { return replacement + parts.path }
        guard names.contains(parts.authority) else { return nil }
        parts.scheme = parts.authority == plainHost ? "http" : "https"
        return parts.text
    }
}

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
