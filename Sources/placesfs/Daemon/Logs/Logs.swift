internal import Logging

/// Makes the loggers of all parts, with one sink and one level.
struct Logs: Sendable {
    private let sink: LogSink
    private let level: Logger.Level

    /// In the foreground logs go to standard error, unless a file was asked for.
    ///
    /// - Throws: `.logUnwritable`.
    init(_ plan: MountPlan, isDetached: Bool) throws(CommandFailure) {
        let isFile = isDetached || plan.configuration.files.logFile != nil
        sink =
            isFile
            ? try LogSink(
                file: plan.logFile, isChosen: plan.configuration.files.logFile != nil, takesStandardError: isDetached)
            : LogSink()
        level = plan.configuration.files.logLevel
    }

    func logger(_ label: String) -> Logger {
        Logger(label: label) { label in LogLines(label, level: level, to: sink) }
    }
}
