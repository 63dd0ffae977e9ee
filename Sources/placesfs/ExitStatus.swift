internal import Glibc

/// The program's exit statuses: one for each way to end, so that scripts and units can tell them apart.
/// docs/troubleshooting.md has the same table, and a test checks that both agree.
enum ExitStatus: Int32, CaseIterable, Sendable {
    case success = 0
    case failure = 1
    case usage = 2
    case configuration = 3
    case keyMissing = 4
    case sourceUnknown = 5
    case configurationUntrusted = 6

    case mountpointMissing = 10
    case mountpointNotDirectory = 11
    case mountpointNotEmpty = 12
    case alreadyMounted = 13
    case deadMount = 14
    case mountpointUnusable = 15
    case notMounted = 16
    case mountBusy = 17
    case pathUnreadable = 18
    case daemonSilent = 19

    case noDevice = 20
    case noFusermount = 21
    case notPermitted = 22
    case mountFailed = 23

    case stateUnwritable = 30
    case cacheUnwritable = 31
    case logUnwritable = 32
    case locked = 33
    case stateDamaged = 34
    case cacheDamaged = 35
    case notAPhoto = 36
    case photoUnknown = 37

    case sampleFailed = 40
    case unhealthy = 50

    case notAPin = 60
    case collectionLoading = 61
    case collectionFailed = 62
    case notRefreshable = 63
    case refreshFailed = 64
    case notKeepable = 65
    case keepFull = 66
    case keepIncomplete = 67

    case creditUnknown = 70

    case handoutExists = 80
    case handoutUnwritable = 81
    case handoutIncomplete = 82
    case handoutEmpty = 83

    /// Ends the process with this status.
    func end() -> Never {
        exit(rawValue)
    }
}
