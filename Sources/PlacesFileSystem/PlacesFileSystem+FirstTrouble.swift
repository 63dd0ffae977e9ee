import HTTP
import PhotoTree
import Waiting

// What a user should know of the source before a first look at the mount.
extension PlacesFileSystem {
    /// Whether this mount begins with a question to the source, the list of places. One that is recent enough needs
    /// none.
    public var isSourceDue: Bool { (folder(.places) as? any Refreshed)?.isDue(at: listings.now()) ?? false }

    /// Waits for the answer to that question.
    ///
    /// - Returns: That the source refuses the key or does not answer, in one sentence; nil when nothing is wrong. A
    ///   first try that finds no host is enough, for the others go on behind it.
    public func firstTrouble() async -> String? {
        await withTaskGroup(of: String?.self) { group in
            group.addTask { await self.troubleOfFirstAnswer() }
            group.addTask { await self.firstOutage() }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private func troubleOfFirstAnswer() async -> String? {
        guard let error = await folders.places.firstAnswer.value(ifCancelled: nil), case .source(let cause) = error
        else {
            return nil
        }
        switch cause {
        case .credentialsRefused: return errors.sentence(of: error)
        case .unreachable(let reason), .timedOut(let reason): return silence(reason)
        case .backingOff, .shareUsed, .tooManyRequests, .failed, .gone, .cancelled: return nil
        }
    }

    private func firstOutage() async -> String? {
        while (try? await listings.clock.sleep(for: .milliseconds(20))) != nil {
            if let reason = folders.engines.hosts().compactMap(\.outage).first { return silence(reason) }
        }
        return nil
    }

    /// What is said of a source from which no answer came.
    public func silence(_ reason: String) -> String {
        "\(folders.sourceName) does not answer (\(reason)): what is known is shown, and the rest comes by itself when it "
            + "does; placesfs doctor helps"
    }
}
