internal import Foundation
internal import LinuxProcess

/// The environment that the program was started with. `take` removes the key from the process's environment, which
/// started programs would inherit and /proc/PID/environ shows. After that only these values contain it. A proxy's
/// password stays, because libcurl reads it there, but /proc/PID/environ no longer shows it.
enum StartEnvironment {
    static let keyVariable = "FLICKR_API_KEY"

    static let values: [String: String] = {
        var values = ProcessInfo.processInfo.environment
        values[keyVariable] = SecretVariable.take(keyVariable)
        for (name, value) in values where name.lowercased().hasSuffix("_proxy") && value.contains("@") {
            SecretVariable.hide(name)
        }
        return values
    }()

    static func take() {
        _ = values
    }
}
