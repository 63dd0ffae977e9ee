internal import LinuxProcess
internal import PhotoTree

/// Shows how far folders are kept, until all of them are, or nothing more comes now.
struct KeepProgress: Sendable {
    private let folders: [KeptFolder]

    private static let look = Duration.milliseconds(100)

    /// How long to wait for the next look. One that takes long costs the mount as much: it is repeated less often.
    static func pause(after took: Duration) -> Duration { took > look ? .seconds(1) : look }

    struct State: Equatable {
        var photos = 0
        var of = 0
        var bytes: Int64 = 0
        /// Lists that have not come yet, where all that is listed is here.
        var unlisted = 0
        var error: String?

        var isWhole: Bool { photos == of && unlisted == 0 }
    }

    /// How long it is that nothing comes.
    struct Standstill {
        /// A trouble that has lasted so long is told, and not waited for any longer.
        static let patience = Duration.seconds(5)
        /// The same of nothing that is known to be wrong: a large photo may be on its way.
        private static let longPatience = Duration.seconds(60)

        private var last = State()
        /// When something came last, and when something did or nothing was wrong.
        private var (moved, fine) = (Duration.zero, Duration.zero)

        /// - Returns: Why to wait no longer; nil to wait on.
        mutating func reason(in state: State, at now: Duration) -> String? {
            if (state.photos, state.of, state.bytes) != (last.photos, last.of, last.bytes) { moved = now }
            if moved == now || state.error == nil { fine = now }
            last = state
            if let error = state.error, now - fine > Self.patience { return error }
            guard now - moved > Self.longPatience else { return nil }
            return state.error ?? (state.unlisted > 0 ? "a list has not come yet" : "nothing came for a minute")
        }
    }

    init(_ folders: [KeptFolder]) {
        self.folders = folders
    }

    /// - Throws: `.keepIncomplete`, with the reason, when something stays missing for now.
    func show() async throws(CommandFailure) {
        let signals: AsyncStream<Int32>
        do throws(Errno) {
            signals = try TerminationSignals.received()
        } catch {
            throw CommandFailure(.failure, "cannot listen to signals: \(SystemFailure(error).words)")
        }
        let outcome = await withTaskGroup(of: Result<Bool, CommandFailure>.self) { group in
            group.addTask {
                for await _ in signals { break }
                return .success(false)
            }
            group.addTask {
                do throws(CommandFailure) {
                    try await watch()
                    return .success(true)
                } catch {
                    return .failure(error)
                }
            }
            let first = await group.next() ?? .success(true)
            group.cancelAll()
            return first
        }
        if try !outcome.get() { Output.text("\nThe rest is fetched behind this; how far it is: placesfs keep") }
    }

    private func watch() async throws(CommandFailure) {
        let clock = ContinuousClock()
        let isShown = Output.isTerminal
        let start = clock.now
        var first: State?
        var standstill = Standstill()
        while true {
            let asked = clock.now
            let state = try state()
            let now = clock.now
            if first == nil, state.of > 0 { first = state }
            if isShown { Output.progress(bar(state, since: first ?? state, now - start)) }
            if state.of > 0 || now - start > Standstill.patience, state.isWhole { break }
            if let reason = standstill.reason(in: state, at: now - start) {
                if isShown { Output.progress("") }
                throw CommandFailure(
                    .keepIncomplete,
                    "\(state.photos) of \(state.of) photos are here: \(reason); the mount goes on when it can")
            }
            guard (try? await clock.sleep(for: Self.pause(after: now - asked))) != nil else { return }
        }
        if isShown { Output.progress("") }
        for folder in folders {
            guard try folder.isKept() else {
                throw CommandFailure(.keepIncomplete, "\(folder.name) is kept no longer: somebody ended that")
            }
            let progress = try folder.progress() ?? (0, 0)
            Output.text("\(folder.name): \(progress.photos) of \(progress.of) photos kept")
        }
    }

    /// Of all folders together. A photo that is in two of them counts twice.
    private func state() throws(CommandFailure) -> State {
        var state = State()
        var mounts: [String: KeptMount] = [:]
        for folder in folders {
            if let progress = try folder.progress() {
                state.photos += progress.photos
                state.of += progress.of
            }
            let path = folder.mount.mountpoint
            let mount: KeptMount
            if let known = mounts[path] { mount = known } else { mount = try KeptMount(at: path) }
            mounts[path] = mount
            guard let kept = mount.kept?.first(where: { $0.path == folder.name }) else { continue }
            state.bytes += kept.bytes
            state.error = state.error ?? kept.error
        }
        guard state.photos == state.of else { return state }
        for folder in folders {
            let unlisted = try folder.facts().unlisted
            state.unlisted += unlisted
            // The folder's own, where its list is all that is missing.
            if unlisted > 0, state.error == nil { state.error = try folder.error() }
        }
        return state
    }

    /// `[######----]  42 of 50 photos, 14.2 MiB, 0:03 left`.
    private func bar(_ state: State, since first: State, _ elapsed: Duration) -> String {
        let full = state.of > 0 ? state.photos * 20 / state.of : 0
        var text = "[" + String(repeating: "#", count: full) + String(repeating: "-", count: 20 - full) + "]  "
        text += "\(state.photos) of \(state.of) photos, \(ByteCount(state.bytes))"
        let done = state.photos - first.photos
        let seconds = Double(elapsed.components.seconds)
        if done > 0, seconds >= 1, state.photos < state.of {
            let left = Int(min(359_999, seconds / Double(done) * Double(state.of - state.photos)))
            text += ", \(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left"
        }
        if let error = state.error { text += "; \(error)" }
        return text
    }
}
