internal import OwnPhotos
internal import PhotoTree
internal import PlacesFileSystem

/// What the caller of `mount` is told of the source, while the mount is there already: that it refuses the key, or does
/// not answer. No request is sent for this alone: the daemon's own first question tells. A source that begins with none
/// is only connected to.
struct FirstTrouble: Sendable {
    /// A mount is not held up for longer than this.
    private static let patience = Duration.seconds(3)

    private let plan: MountPlan
    private let fileSystem: PlacesFileSystem
    private let own: OwnPhotosSource?
    /// Whether the caller of `mount` is told of the source at all.
    private let isAsked: Bool
    /// Whether the daemon begins with a question.
    private let isDue: Bool

    /// To be made before the first question is asked.
    init(_ plan: MountPlan, _ fileSystem: PlacesFileSystem, _ own: OwnPhotosSource?) {
        self.own = own
        self.plan = plan
        self.fileSystem = fileSystem
        // Where Commons was chosen for want of a key, it was asked then, and what came of that was told.
        let isChosen = plan.source == .flickr || plan.configuration.sources.source != nil
        isAsked = plan.source != .sample && plan.source != .folder && isChosen
        isDue = fileSystem.isSourceDue
    }

    /// One line; nil if nothing is wrong.
    func line() async -> String? {
        if let own { return await own.absence().map { "\($0): what is known of it is shown; it comes back by itself" } }
        guard isAsked else { return nil }
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
        guard plan.source == .commons || !isDue, let hosts = SourceHosts(plan.source, plan.configuration) else {
            return await fileSystem.firstTrouble()
        }
        let reachability = Reachability(plan.configuration, patience: Self.patience)
        return await reachability.whyNoConnection(to: hosts.askedAt[0]).map { fileSystem.silence($0) }
    }
}

/// Looks for the network, for a mount that shows the sample only because there was none. A mount never changes its
/// source, but it says that another one would show Wikimedia Commons now.
struct ReturnedNetwork: Sendable {
    private let plan: MountPlan
    private let mountpoint: String

    init(_ plan: MountPlan, mountpoint: String) {
        self.plan = plan
        self.mountpoint = mountpoint
    }

    /// Returns when it has been told, in README.txt, the status and a notification, or when the task is cancelled. A
    /// program that has something open is not disturbed.
    func tell(_ fileSystem: PlacesFileSystem) async {
        guard plan.isStopgap, let hosts = SourceHosts(.commons, plan.configuration) else { return }
        let reachability = Reachability(plan.configuration)
        var pause = Duration.seconds(1)
        let longest = plan.configuration.hosts.probePause * 6
        repeat {
            guard (try? await ContinuousClock().sleep(for: pause)) != nil else { return }
            pause = min(pause * 2, longest)
        } while await reachability.whyNoAnswer(from: hosts.askedAt[0]) != nil || !fileSystem.isIdle
        let news = "Wikimedia Commons can be reached now, and this mount still shows the sample"
        let remedy = plan.lineForAgain(at: mountpoint)
        fileSystem.tell(wayOut: "\(news); to see Commons: \(remedy)")
        DesktopNotice.tell(news, remedy)
    }
}
