internal import PlacesFileSystem

/// What the caller of `mount` is told of the source, while the mount is there already: that it refuses the key, or does
/// not answer. No request is sent for this alone: the daemon's own first question tells. A source that begins with none
/// is only connected to.
struct FirstTrouble: Sendable {
    /// A mount is not held up for longer than this.
    private static let patience = Duration.seconds(3)

    private let plan: MountPlan
    private let fileSystem: PlacesFileSystem
    private let isDue: Bool

    /// To be made before the first question is asked.
    init(_ plan: MountPlan, _ fileSystem: PlacesFileSystem) {
        self.plan = plan
        self.fileSystem = fileSystem
        // Where Commons was chosen for want of a key, it was asked then, and what came of that was told.
        let isChosen = plan.source == .flickr || plan.configuration.sources.source != nil
        isDue = plan.source != .sample && plan.source != .folder && isChosen && fileSystem.isSourceDue
    }

    /// One line; nil if nothing is wrong.
    func line() async -> String? {
        guard isDue else { return nil }
        let patience = Self.patience
        return await withTaskGroup(of: String?.self) { [self] group in
            group.addTask { await trouble() }
            group.addTask { [fileSystem] in
                guard (try? await ContinuousClock().sleep(for: patience)) != nil else { return nil }
                return fileSystem.silence("no answer within \(patience.components.seconds) s")
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private func trouble() async -> String? {
        guard plan.source == .commons, let hosts = SourceHosts(plan.source, plan.configuration) else {
            return await fileSystem.firstTrouble()
        }
        let reachability = Reachability(plan.configuration, patience: Self.patience)
        return await reachability.whyNoConnection(to: hosts.askedAt[0]).map { fileSystem.silence($0) }
    }
}
