/// All that is settled before a daemon starts.
struct MountPlan: Sendable {
    let configuration: Configuration
    let source: Configuration.Source
    /// Words of `-o` for the kernel.
    let kernelWords: [String]
    let directories: SourceDirectories
    let base: BaseDirectories
    /// Whether the source is only what there is without a network.
    var isStopgap = false

    var logFile: String { configuration.logFile ?? base.usualLog }
}
