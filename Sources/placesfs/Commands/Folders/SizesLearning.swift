/// `placesfs refresh --sizes`: learns the sizes of photos that nobody has read, for programs that rely on them.
enum SizesLearning {
    /// Says how many requests that takes, and has them sent. With a deadline it returns when all answers have come, and
    /// tells how many sizes are known then.
    ///
    /// - Throws: Why nothing was asked, or `.refreshFailed` when sizes stay unknown.
    static func run(_ paths: [String], until deadline: ContinuousClock.Instant?) async throws(CommandFailure) {
        var folders: [SizedFolder] = []
        var failures = PathFailures(of: paths)
        for path in paths {
            do throws(CommandFailure) {
                for folder in try SizedFolder.found(at: path) where !folders.contains(folder) { folders.append(folder) }
            } catch {
                failures.add(error)
            }
        }
        if !folders.isEmpty { try await learn(folders, until: deadline) }
        try failures.end()
    }

    private static func learn(
        _ folders: [SizedFolder], until deadline: ContinuousClock.Instant?
    ) async throws(CommandFailure) {
        let before = try photos(in: folders)
        let unknown = before.count { !$0.value }
        Output.text("\(phrase(before.count, "photo")): \(phrase(unknown, "request")) for their sizes")
        guard unknown > 0 else { return }
        for folder in folders { try folder.ask() }
        guard let deadline else { return }
        let clock = ContinuousClock()
        while let slow = try first(learningOf: folders) {
            guard clock.now < deadline else {
                throw CommandFailure(.refreshFailed, "the sizes in \(slow.path) are still being learnt")
            }
            // A cancelled wait ends with the process.
            try? await clock.sleep(for: .milliseconds(50))
        }
        let after = try photos(in: folders)
        let left = after.count { !$0.value }
        guard left == 0 else {
            throw CommandFailure(
                .refreshFailed,
                "the sizes of \(left) of \(phrase(after.count, "photo")) could not be learnt; to see why: placesfs status"
            )
        }
        Output.text("\(phrase(after.count, "photo")) with exact sizes")
    }

    private static func photos(in folders: [SizedFolder]) throws(CommandFailure) -> [UInt64: Bool] {
        var photos: [UInt64: Bool] = [:]
        // A photo that is in several folders counts once.
        for folder in folders { photos.merge(try folder.photos()) { $0 && $1 } }
        return photos
    }

    private static func first(learningOf folders: [SizedFolder]) throws(CommandFailure) -> SizedFolder? {
        for folder in folders where try folder.isLearning() { return folder }
        return nil
    }

    private static func phrase(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
