import Foundation
import Synchronization

/// Waits for an event that ends the program: SIGINT, SIGTERM, or the end of standard input.
enum Ending {
    static func wait(forInput: Bool) async {
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
        if forInput {
            FileHandle.standardInput.readabilityHandler = { input in
                if input.availableData.isEmpty { continuation.yield() }
            }
        }
        for await _ in ends { break }
        FileHandle.standardInput.readabilityHandler = nil
        for source in sources { source.cancel() }
    }
}
