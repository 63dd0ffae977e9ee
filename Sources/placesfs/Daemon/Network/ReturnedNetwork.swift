internal import PhotoTree
internal import PlacesFileSystem

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
