internal import Foundation
internal import Glibc
internal import LinuxProcess

/// The environment that the program was started with. The key is in these values alone: it leaves the process's
/// environment, which every program that it starts would inherit and /proc/PID/environ shows, as soon as `take` is called.
/// A daemon in the background gets it from its parent through a pipe.
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

    /// For a daemon's standard input; empty without a key.
    static var toHandOver: [UInt8] { Array((values[keyVariable] ?? "").utf8) }

    /// The values in the daemon, with the key that its parent wrote to its standard input.
    static func handedOver() -> [String: String] {
        var values = values
        let bytes = (try? FileHandle.standardInput.readToEnd()).flatMap(\.self) ?? Data()
        if !bytes.isEmpty { values[keyVariable] = String(decoding: bytes, as: UTF8.self) }
        if let null = FileHandle(forReadingAtPath: "/dev/null") { dup2(null.fileDescriptor, STDIN_FILENO) }
        return values
    }
}
