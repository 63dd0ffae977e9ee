import Glibc
import Logging
import Synchronization
import Testing

@testable import FUSE

/// The promise of `Request`, with a reply function of our own in place of libfuse's.
@Suite(.serialized) struct RequestTests {
    private func request() throws -> Request {
        sent.withLock { $0 = [] }
        let options = MountOptions(mountpoint: "/", fsname: "memory", subtype: "fusetests")
        let logger = Logger(label: "FUSETests", factory: { _ in SwiftLogNoOpLogHandler() })
        let connection = try Connection(MemoryFileSystem(.directory([:])), options, logger)
        guard let pointer = unsafe OpaquePointer(bitPattern: 8) else { throw Errno.invalid }
        return unsafe Request(pointer, connection, caller: Caller(userID: 0, groupID: 0, threadID: 0)) { _, code in
            sent.withLock { $0.append(code) }
            return 0
        }
    }

    @Test func `a request that is dropped is answered EIO`() throws {
        do { _ = try request() }
        #expect(sent.withLock { $0 } == [EIO])
    }

    @Test func `only the first answer is sent`() throws {
        do {
            let request = try request()
            #expect(request.refuse(.busy))
            #expect(!request.refuse(.access))
            #expect(!request.reply.claim())
        }
        #expect(sent.withLock { $0 } == [EBUSY])
    }

    @Test func `nobody is sent back to a mount that ends`() throws {
        let request = try request()
        #expect(request.connection.beginEnding())
        #expect(request.refuse(.stale))
        #expect(sent.withLock { $0 } == [ENOTCONN])
        // Nor is anybody waited for.
        let began = ContinuousClock.now
        request.connection.retries.wait(milliseconds: 60_000)
        #expect(ContinuousClock.now - began < .seconds(30))
    }

    @Test func `an end waits for those who were sent back, but not for ever`() throws {
        let request = try request()
        let retries = request.connection.retries
        #expect(request.refuse(.stale))
        let began = ContinuousClock.now
        retries.wait(milliseconds: 50)
        #expect(ContinuousClock.now - began >= .milliseconds(50))
        retries.arrived(request.caller.threadID)
        retries.wait(milliseconds: 60_000)
        #expect(ContinuousClock.now - began < .seconds(30))
    }

    @Test func `of many who answer one request at once one succeeds`() async throws {
        for _ in 0..<50 {
            let request = try request()
            let successes = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<4 { group.addTask { request.refuse(.access) } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(successes == 1)
            #expect(sent.withLock { $0 } == [EACCES])
        }
    }

    @Test func `a task that ends after its request was abandoned leaves nothing behind`() async throws {
        let request = try request()
        let gate = Gate()
        let task = Task {
            await gate.pass(minding: false)
            request.refuse(.access)
            request.finish()
        }
        // As `outlive` does; that would tell libfuse.
        let number = request.connection.inFlight.insert(InFlight(reply: request.reply, threadID: 0, task: task))
        request.connection.inFlight[number]?.abandon(.interrupted)
        #expect(task.isCancelled)
        gate.open()
        await task.value
        #expect(sent.withLock { $0 } == [EINTR])
        request.connection.inFlight.remove(number)
        #expect(request.connection.inFlight[number] == nil)
    }
}

/// What the suite's requests have replied; a C function has no other place to put it.
private let sent = Mutex<[Int32]>([])
