internal import Foundation
internal import LinuxProcess

/// The environment that the program was started with. `take` removes the key from the process's environment, which
/// started programs would inherit and /proc/PID/environ shows. After that only these values contain it.
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
