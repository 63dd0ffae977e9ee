internal import ArgumentParser

/// The values that `--timeout` may have with `--wait`.
enum WaitTimeout {
    static func validate(_ seconds: Int?, isWaiting: Bool) throws {
        guard let seconds else { return }
        guard (1...86_400).contains(seconds) else { throw ValidationError("--timeout wants seconds, from 1 to 86400") }
        guard isWaiting else { throw ValidationError("--timeout goes with --wait") }
    }
}
