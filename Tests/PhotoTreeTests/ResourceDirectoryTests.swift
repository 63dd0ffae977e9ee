import Testing

@testable import PhotoTree

@Suite struct ResourceDirectoryTests {
    private func path(_ executable: String, _ folders: Set<String>) -> String {
        ResourceDirectory.path(of: "Sample", executable: executable, installed: "/usr/share/placesfs") {
            folders.contains($0)
        }
    }

    @Test func `what lies beside the program wins, as a build has it`() {
        let beside = "/b/debug/placesfs_Sample.resources/Resources"
        #expect(path("/b/debug/placesfs", [beside, "/b/share/placesfs/Sample"]) == beside)
    }

    @Test func `a program in bin finds what its own prefix has`() {
        #expect(path("/opt/p/bin/placesfs", ["/opt/p/share/placesfs/Sample"]) == "/opt/p/share/placesfs/Sample")
    }

    @Test func `any other program finds what the package installed, and an error names that`() {
        #expect(path("/srv/odd/placesfs", ["/usr/share/placesfs/Sample"]) == "/usr/share/placesfs/Sample")
        #expect(path("/usr/bin/placesfs (deleted)", []) == "/usr/share/placesfs/Sample")
        #expect(path("", []) == "/usr/share/placesfs/Sample")
    }
}
