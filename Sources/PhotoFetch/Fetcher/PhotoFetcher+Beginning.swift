import HTTP
package import PhotoTree

/// The first bytes of an image, and the length of all.
package struct ImageBeginning: Sendable {
    package var bytes: [UInt8]
    /// In bytes, of the whole image.
    package var length: Int64
    /// The host only hinted at the length.
    package var isHinted: Bool

    package init(bytes: [UInt8], length: Int64, isHinted: Bool = false) {
        self.bytes = bytes
        self.length = length
        self.isHinted = isHinted
    }
}

extension PhotoFetcher {
    /// How often a request for a beginning is sent again after others took its place.
    private static let beginningTries = 4

    /// Asks the host for the first bytes of an image, by one request and without keeping anything. It goes behind
    /// readers' requests, and it neither starts nor joins a download.
    ///
    /// - Parameters:
    ///   - photo: The photo.
    ///   - image: Which of its images.
    ///   - count: How many bytes to ask for; fewer come from a shorter image.
    /// - Returns: Nil if the answer is not plainly the image, or tells no length: only a download can tell.
    /// - Throws: `FetchError` when the host gives no answer now, or others take the request's place again and again.
    package func beginning(
        of photo: Photo, _ image: Rendition, _ count: Int64
    ) async throws(FetchError) -> ImageBeginning? {
        var request = HTTPRequest(
            url: image.url, headers: [("Range", "bytes=0-\(count - 1)")], priority: .soon,
            maximumBodyLength: host.limits.maximumLength, redirectHosts: host.source.imageHosts)
        request.redirectFolder = host.source.imageFolder
        request.section = host.source.section(of: image)
        for displacements in 0..<Self.beginningTries {
            request.displacements = displacements
            do throws(HTTPError) {
                let response = try await host.transport.send(request)
                guard response.status != 429, response.status < 500 else {
                    throw HTTPError.backingOff(response.leftAloneFor ?? .seconds(1))
                }
                return try await beginning(in: response, count)
            } catch {
                switch error {
                case .displaced: continue
                case .redirectRefused: return nil
                default: throw FetchError(error)
                }
            }
        }
        // A download would go behind the same others, and bring the whole image.
        throw FetchError(.displaced)
    }

    private func beginning(in response: HTTPResponse, _ count: Int64) async throws(HTTPError) -> ImageBeginning? {
        // What is not read to its end ends here.
        defer { response.body.cancel() }
        let limit = host.limits.maximumLength
        var version = ImageVersion(response, atMost: limit)
        var head = ImageHead(status: response.status, url: response.url, headers: response.headers)
        let isPart = response.status == 206
        if isPart {
            guard let part = response.headers["content-range"].flatMap({ ContentRange($0) }),
                part.range.lowerBound == 0
            else { return nil }
            version.declaredLength = part.total.flatMap { ImageLength.possible($0, atMost: limit) }
            head.status = 200
        }
        guard let length = version.length.flatMap({ ImageLength.possible($0, atMost: limit) }) else { return nil }
        let wanted = Int(min(count, length))
        var bytes: [UInt8] = []
        // The end of a part is waited for: its connection can then be used again.
        while bytes.count < wanted || (isPart && bytes.count == wanted), let piece = try await response.body.next() {
            bytes += piece
        }
        guard bytes.count >= wanted, host.source.judge(head, firstBytes: Array(bytes.prefix(wanted))) == .photo else {
            return nil
        }
        return ImageBeginning(bytes: Array(bytes.prefix(wanted)), length: length, isHinted: version.isDoubtful)
    }
}
