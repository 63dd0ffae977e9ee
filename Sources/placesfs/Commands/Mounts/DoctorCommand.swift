internal import ArgumentParser
internal import PhotoTree

/// `placesfs doctor`: checks all that a mount needs, and says how to mend what is wrong.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check what a mount needs: device, tools, key, hosts, folders, clock.",
        discussion:
            "Takes the options of mount. Asks each host whether it answers, and Flickr whether it takes the key. Exit "
            + "status 50 when something is wrong.")

    @OptionGroup var options: MountArguments

    func run() async throws {
        let checkup = Checkup(options, environment: StartEnvironment.values)
        var isHealthy = true
        for finding in await checkup.findings() {
            Output.text(PrintableText.row(finding.line))
            isHealthy = isHealthy && finding.isGood
        }
        if !isHealthy { Output.end(.unhealthy) }
    }
}
