import PhotoCache
import PhotoTree

/// The one download of an image: from the host's answer into the cache, telling the fetcher of every step.
struct Download {
    let fetcher: PhotoFetcher
    let key: ImageKey
    let number: UInt64
    private var stream: ImageStream
    private var partial: PartialPhoto?
    /// False once the cache has refused: then bytes are passed through, or read for their length alone.
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
                guard try await keep(piece) else { return }
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

    /// False when the transfer was handed over and this download is done.
    private mutating func keep(_ piece: [UInt8]) async throws(FetchError) -> Bool {
        if isKept, partial == nil {
            // Who opens the photo reads these while its file is made.
            fetcher.came(key, number, piece)
            partial = fetcher.cache.begin(key, expected: stream.version?.length)
        }
        if isKept, let partial {
            switch await partial.append(piece) {
            case .stored:
                fetcher.stored(key, number, partial, stream.position)
                return true
            case .cancelled:
                // The stream is ahead of the file now, which had no room anyway.
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
        let learnt = LearntFile(length: stream.position, digest: digest)
        // Before it can be found in the cache, where one that nobody ever confirmed would be asked about.
        fetcher.completed(key, number, learnt, isKept: partial != nil)
        var isStored = false
        if let partial, let digest { isStored = await partial.finish(digest: digest) == .stored }
        fetcher.finished(key, number, learnt, isStored: isStored)
    }
}
