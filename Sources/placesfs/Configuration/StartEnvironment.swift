internal import Foundation
internal import LinuxProcess

/// The environment that the program was started with. The key is in these values alone: it leaves the process's
/// environment, which every program that it starts would inherit and /proc/PID/environ shows, as soon as `take` is called.
enum StartEnvironment {
    static let keyVariable = "FLICKR_API_KEY"

    static let values: [String: String] = {
        var values = ProcessInfo.processInfo.environment
        values[keyVariable] = SecretVariable.take(keyVariable)
        return values
    }()

    static func take() {
        _ = values
    }
}
