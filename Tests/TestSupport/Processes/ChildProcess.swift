import Foundation

/// A process that a test started. It goes through files rather than pipes, which nobody need empty. Any number may be
/// started at the same time.
public final class ChildProcess: Sendable {
    private let process: SpawnedProcess
    private let folder: TemporaryDirectory

    /// Starts `arguments[0]`, found in PATH, under timeout(1), which only ends what hangs: many programs run at once.
    /// The environment says what differs from that of the tests; `input` is the path of a file.
    public init(
        _ arguments: [String], environment: [String: String] = [:], directory: String? = nil,
        input: String = "/dev/null", timeout: Duration = .seconds(180)
    ) throws {
        folder = try TemporaryDirectory()
        process = try SpawnedProcess(
            ["timeout", "-k", "10", "\((timeout * Self.patience).components.seconds)"] + arguments,
            environment: environment, directory: directory,
            streams: [.reading(input), .writing(folder.path + "/out"), .writing(folder.path + "/err")])
    }

    /// How many times slower than usual the machine is; an emulated processor is.
    private static let patience = ProcessInfo.processInfo.environment["PLACESFS_TEST_PATIENCE"].flatMap(Int.init) ?? 1

    /// To the program itself and what it started: timeout(1), which passes signals on, ends without doing so when one
    /// comes while it still starts the program.
    public func signal(_ number: Int32) {
        process.signal(number)
    }

    public func result() async -> CommandResult {
        let status = await process.end()
        let output = (try? Data(contentsOf: URL(fileURLWithPath: folder.path + "/out"))) ?? Data()
        let errors = (try? Data(contentsOf: URL(fileURLWithPath: folder.path + "/err"))) ?? Data()
        return CommandResult(status: status, output: Array(output), errors: String(decoding: errors, as: UTF8.self))
    }
}

/// Runs a program to its end.
public func run(
    _ arguments: String..., environment: [String: String] = [:], timeout: Duration = .seconds(180)
) async throws -> CommandResult {
    try await ChildProcess(arguments, environment: environment, timeout: timeout).result()
}
