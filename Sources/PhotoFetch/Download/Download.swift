import PhotoCache
import PhotoTree

/// Downloads one image: writes the host's answer into the cache and tells the fetcher of every step.
struct Download {
    let fetcher: PhotoFetcher
    let key: ImageKey
    let number: UInt64
    private var stream: ImageStream
    private var partial: PartialPhoto?
    /// False once the cache has refused the image: its bytes are then passed through, or read only to learn the length.
    private var isKept = true

    init(_ fetcher: PhotoFetcher, _ key: ImageKey, _ number: UInt64, _ stream: ImageStream, _ partial: PartialPhoto?) {
        self.fetcher = fetcher
        self.key = key
        self.number = number
        self.stream = stream
        self.partial = partial
    }

    mutating func run() async {
        do throws(FetchError) {
            try await transfer()
        } catch {
            stream.disconnect()
            fetcher.failed(key, number, error, stream, partial)
        }
    }

    private mutating func transfer() async throws(FetchError) {
        if let partial { fetcher.stored(key, number, partial, stream.position) }
        if try await stream.connect() {
            try await restart()
        } else {
            fetcher.told(key, number, stream.version)
        }
        while true {
            switch try await stream.next() {
            case .bytes(let piece):
                guard try await write(piece) else { return }
            case .restarted:
                try await restart()
            case .end:
                return await finish()
            }
        }
    }

    private mutating func restart() async throws(FetchError) {
        let void = partial
        partial = nil
        fetcher.restarted(key, number)
        void?.discard()
        _ = try await stream.connect()
        fetcher.told(key, number, stream.version)
    }

    /// Returns false when the transfer was handed over to the pool and this download is done.
    private mutating func write(_ piece: [UInt8]) async throws(FetchError) -> Bool {
        if isKept, partial == nil {
            // A reader that opens the photo gets these bytes while the file is being created.
            fetcher.came(key, number, piece)
            partial = fetcher.cache.begin(key, expected: stream.version?.length)
        }
        if isKept, let partial {
            switch await partial.append(piece) {
            case .stored:
                fetcher.stored(key, number, partial, stream.position)
                return true
            case .cancelled:
                // The stream has given out bytes that the file lacks; there was no room for them anyway.
                partial.discard()
                self.partial = nil
                throw .interrupted
            case .gaveWay, .unavailable:
                break
            }
        }
        isKept = false
        partial = nil
        return !fetcher.handOver(key, number, stream, piece)
    }

    private mutating func finish() async {
        let digest = stream.digest?.text
        let learnt = KnownFile(length: stream.position, digest: digest)
        // Before `finish` publishes the file in the cache: a photo there that was never confirmed would be looked up.
        fetcher.completed(key, number, learnt, isKept: partial != nil)
        var isStored = false
        if let partial, let digest { isStored = await partial.finish(digest: digest) == .stored }
        fetcher.finished(key, number, learnt, isStored: isStored)
    }
}
