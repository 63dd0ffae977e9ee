internal import Foundation

extension SourceChoice {
    /// Chooses the source; asks the network and the folders of `base` only if that decides.
    init(_ configuration: Configuration, _ base: BaseDirectories) async throws(CommandFailure) {
        let commons = SourceDirectories(configuration, source: .commons, base: base)
        try await self.init(
            configuration, file: base.configuration + "/config",
            isCommonsKnown: FileManager.default.fileExists(atPath: commons.state + "/catalog.sqlite"),
            whyNoCommons: {
                guard let hosts = SourceHosts(.commons, configuration) else { return nil }
                return await Reachability(configuration).whyNoAnswer(from: hosts.askedAt[0])
            })
    }
}
