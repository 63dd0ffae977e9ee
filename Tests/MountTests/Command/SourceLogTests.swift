import TestSupport
import Testing

@Suite("What a source has to say", .enabled(if: Repository.canMount))
struct SourceLogTests {
    @Test(arguments: ["info", "debug"]) func `goes into the log that was chosen, from the level that was chosen on`(
        level: String
    ) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration) { mount in
            try await mount.unmount()
            let log = mount.scratch + "/own.log"
            try await mount.mount(["--log-level", level, "--log-file", log])
            let said = try await mount.shell(
                """
                ls "$M/\(NumberedLibrary.directory())" > /dev/null
                grep -c ' debug \(TestSource.current): asking ' "\(log)"; grep -c ' info placesfs: starting ' "\(log)"
                """)
            let asked = Int(said.lines.first ?? "") ?? -1
            #expect(level == "debug" ? asked > 0 : asked == 0, "\(said.text)\(said.errors)")
            #expect(said.lines.last == "1" && !mount.log.contains(": asking "))
        }
    }
}
