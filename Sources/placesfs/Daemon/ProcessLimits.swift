internal import LinuxProcess

/// What the system lets this process have. Too little is told when it starts: later it would show as something else, or
/// as nothing at all, since the runtime makes its own threads and says nothing where it gets none.
enum ProcessLimits {
    /// As many threads as a daemon has amid downloads.
    private static let threads = 16
    /// Sockets, the catalog, the log and what is kept open of the cache.
    private static let descriptors = 64
    private static let goodDescriptors = 1024
    /// Photos that programs have copied into an album are held open for a while.
    private static let wishedDescriptors = 16_384

    static let remedy = "give it more memory, data or processes (ulimit -v, -d, -u)"

    /// Raises the limit of open files as far as it may be raised without asking.
    ///
    /// - Returns: What to say about it; nil if they are enough.
    static func raiseDescriptors() -> String? {
        guard let limit = DescriptorLimit.raise(to: wishedDescriptors), limit < descriptors else { return nil }
        return "only \(limit) files may be open at once, so that some photos will not open; "
            + "first: ulimit -n \(goodDescriptors)"
    }

    /// - Throws: `.failure` when there are fewer threads to be had than a daemon needs. The first thread must be the
    ///   only one yet.
    static func checkThreads() throws(CommandFailure) {
        do throws(Errno) {
            try ThreadSupply.check(threads)
        } catch {
            throw CommandFailure(
                .failure,
                "the system gives placesfs fewer than \(threads) threads (\(SystemFailure(error).words)); \(remedy)")
        }
    }
}
