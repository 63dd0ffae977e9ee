import Foundation
import Glibc
import TestClock
import Testing

@testable import PhotoCache

@Suite("DiskThreads")
struct DiskThreadsTests {
    @Test func `a task that prefers the threads calls the disk where it is`() async {
        let threads = DiskThreads(count: 2)
        let isSame = await Task(executorPreference: threads) {
            let own = pthread_self()
            return await threads.run { pthread_self() } == own
        }.value
        #expect(isSame)
        let own = await Task { pthread_self() }.value
        #expect(await threads.run { pthread_self() } != own)
    }

    /// A request of the kernel begins on the receive thread, which must never wait for the disk.
    @Test func `a task that begins at once on another thread leaves it for the disk`() async {
        let threads = DiskThreads(count: 2)
        let (began, called, after) = await Task.immediate(executorPreference: threads) {
            let began = pthread_self()
            let called = await threads.run { pthread_self() }
            return (began, called, await threads.run { pthread_self() } == pthread_self())
        }.value
        #expect(called != began)
        #expect(after)
    }

    @Test(.timeLimit(.minutes(1)))
    func `no job is forgotten, however the threads fall asleep between`() async {
        let threads = DiskThreads(count: 2)
        var sum = 0
        for number in 1...2_000 { sum += await threads.run { number } }
        #expect(sum == 2_001_000)
        let together = await withTaskGroup(of: Int.self) { group in
            for number in 1...500 { group.addTask { await threads.run { number } } }
            return await group.reduce(0, +)
        }
        #expect(together == 125_250)
    }

    /// As `ps -L` and `top -H` show it; a thread has the name of the one that made it until it is given another.
    @Test func `the threads bear names`() async throws {
        let threads = DiskThreads(count: 1)
        let name = await threads.run { try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8) }
        #expect(name == "disk-1\n")
    }

    @Test(.timeLimit(.minutes(1)))
    func `threads end with whoever used them`() async {
        weak var threads: DiskThreads?
        do {
            let used = DiskThreads(count: 2)
            threads = used
            await Task(executorPreference: used) { _ = await used.run { 1 } }.value
        }
        #expect(await eventually { threads == nil })
    }

    @Test func `of what the page cache lost, whoever reads on has more read ahead, and nobody else`() throws {
        let file = try CacheFile(reading: "/proc/self/exe")
        let reach: Int64 = 4 << 20
        // The page cache has it.
        #expect(file.ahead(of: 0..<1_000, wasMissing: false) == nil)
        #expect(file.ahead(of: 1_000..<2_000, wasMissing: true) == 2_000..<2_000 + reach)
        // That is enough until half of it is read.
        #expect(file.ahead(of: 2_000..<3_000, wasMissing: false) == nil)
        #expect(file.ahead(of: 3_000..<2_400_000, wasMissing: false) == 2_000 + reach..<2_000 + 2 * reach)
        // Elsewhere: nobody knows where it goes on.
        #expect(file.ahead(of: 9 * reach..<9 * reach + 4_096, wasMissing: true) == nil)
        #expect(file.ahead(of: 5 * reach..<5 * reach + 4_096, wasMissing: true) == nil)
    }
}
