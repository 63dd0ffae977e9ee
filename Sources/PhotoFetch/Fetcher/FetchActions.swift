import PhotoCache
import Waiting

/// What the fetcher must do after a change of the table, once the lock is free.
struct FetchActions {
    /// Reported before any waiter is answered.
    var news: FetchRecord.News?
    /// Whether to report that the length is unknown again.
    var unlearns = false
    /// The waiters to answer, …
    var waiters: [Reply<FetchRecord.Outcome>] = []
    /// … and the answer.
    var outcome = FetchRecord.Outcome.changed(nil)
    /// Transfers to cancel.
    var ending: [Task<Void, Never>] = []
    /// Unfinished downloads that nobody will resume.
    var discarded: [PartialPhoto] = []
}
