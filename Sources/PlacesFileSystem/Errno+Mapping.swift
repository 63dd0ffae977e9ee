import Catalog
import FUSE
import PhotoFetch
import PhotoTree

// Every errno for an error of a lower layer is chosen here, with one exhaustive switch for each error type.

extension Errno {
    init(_ error: RefreshError) {
        self =
            switch error {
            case .source(let error): Errno(error)
            case .catalog(let error): Errno(error)
            case .partialResults: .inputOutput
            case .timedOut: .timedOut
            case .interrupted: .interrupted
            }
    }

    init(_ error: PhotoSourceError) {
        self =
            switch error {
            case .unreachable: .networkUnreachable
            case .timedOut, .shareUsed: .timedOut
            case .credentialsRefused: .access
            // EAGAIN would say "try again", but programs take that for a non-blocking descriptor and spin.
            case .tooManyRequests, .backingOff: .inputOutput
            case .failed: .inputOutput
            case .gone: .noEntry
            case .cancelled: .interrupted
            }
    }

    init(_ error: CatalogError) {
        self =
            switch error {
            case .full: .noSpace
            case .cancelled: .interrupted
            // A directory that cannot be stored cannot be shown: names and inode numbers must outlive a remount.
            case .unwritable, .forbidden, .locked, .newerSchema, .foreign, .damaged, .numbersExhausted, .closed,
                .failed:
                .inputOutput
            }
    }

    init(_ error: FetchError) {
        self =
            switch error {
            case .interrupted: .interrupted
            case .gone: .noEntry
            case .unreachable: .networkUnreachable
            case .timedOut: .timedOut
            case .credentialsRefused: .access
            case .changed, .notAPhoto, .unserved, .cutShort, .backingOff, .shareUsed, .tooLarge, .failed, .shutDown:
                .inputOutput
            }
    }
}
