/// How long a caller waits for what a folder shows.
enum Patience: Sendable {
    /// Takes what memory and the catalog know, and asks nobody.
    case none
    /// The same, and has what is stale asked for behind it.
    case behind
    /// The few seconds that a LOOKUP or MKDIR may take, because the kernel holds the directory's lock meanwhile.
    case moment
    /// As long as a listing may take.
    case listing

    /// How long the source is waited for; nil when it is not.
    func bound(_ timing: Settings.Timing) -> WaitBound? {
        switch self {
        case .none, .behind: nil
        case .moment: .fromNow(timing.lookupWait)
        case .listing: .fromStart(timing.listingWait)
        }
    }
}
