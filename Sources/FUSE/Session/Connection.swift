import CFUSE
import Logging
import Synchronization

/// What the callbacks of one session share; libfuse carries it as its `userdata`.
final class Connection: Sendable {
    let fileSystem: any FileSystem
    let options: MountOptions
    let logger: Logger
    let channel: Channel
    let inFlight: InFlightTable
    let interruptions: Interruptions
    let notifier: KernelNotifier
    let retries: PathRetries
    let uptake: SizeUptake
    let nameReturn: NameReturn
    private let ending = Atomic(false)
    private let whenEnding = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ fileSystem: any FileSystem, _ options: MountOptions, _ logger: Logger) throws(Errno) {
        self.fileSystem = fileSystem
        self.options = options
        self.logger = logger
        inFlight = try InFlightTable()
        channel = try Channel(
            logger, inFlight,
            EagerWait(processors: EagerWait.processors, receiveThreads: max(1, options.receiveThreads)))
        retries = try PathRetries()
        let watch = try WakeupDescriptor()
        uptake = try SizeUptake(waking: watch)
        interruptions = try Interruptions(inFlight, uptake, wakeup: watch)
        nameReturn = try NameReturn()
        notifier = try KernelNotifier(logger, uptake, nameReturn)
    }

    /// True once the session is ending. Requests that arrive from then on are refused, since nobody would wait for
    /// their methods.
    var isEnding: Bool { ending.load(ordering: .sequentiallyConsistent) }

    /// True for the first caller.
    func beginEnding() -> Bool {
        guard !ending.exchange(true, ordering: .sequentiallyConsistent) else { return false }
        whenEnding.withLock { $0 }?()
        return true
    }

    /// Has `tell` called as soon as the session begins to end, or now if it is ending already. It may be called twice.
    func whenEnding(_ tell: @escaping @Sendable () -> Void) {
        whenEnding.withLock { $0 = tell }
        if isEnding { tell() }
    }

    static func of(_ request: fuse_req_t) -> Connection? {
        unsafe of(userdata: fuse_req_userdata(request))
    }

    /// `Session` keeps the connection alive for as long as libfuse has its address.
    static func of(userdata: UnsafeMutableRawPointer?) -> Connection? {
        guard let userdata = unsafe userdata else { return nil }
        return unsafe Unmanaged<Connection>.fromOpaque(userdata).takeUnretainedValue()
    }

    /// The functions by which libfuse is to use the FUSE device: the channel's. No splice: it is slower for replies of
    /// a photo's size (measured).
    static func deviceFunctions() -> fuse_custom_io {
        // Set member by member, because libfuse 3.17 added one.
        var functions = fuse_custom_io()
        unsafe functions.writev = { descriptor, vectors, count, userdata in
            guard let vectors = unsafe vectors else { return -1 }
            let channel = unsafe Connection.of(userdata: userdata)?.channel
            return unsafe channel?.write(descriptor, vectors, count) ?? -1
        }
        unsafe functions.read = { descriptor, buffer, size, userdata in
            guard let buffer = unsafe buffer else { return -1 }
            let channel = unsafe Connection.of(userdata: userdata)?.channel
            return unsafe channel?.read(descriptor, UnsafeMutableRawBufferPointer(start: buffer, count: size)) ?? -1
        }
        return functions
    }
}
