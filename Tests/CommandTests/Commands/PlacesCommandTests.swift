import ArgumentParser
import Testing

@testable import placesfs

@Suite struct PlacesCommandTests {
    @Test(arguments: [["--near", "-33.87,151.21"], ["--near=-33.87,151.21"], ["--json", "--near", "-33.87,151.21"]])
    func `a point south of the equator is no option`(arguments: [String]) throws {
        #expect(try PlacesCommand.parse(arguments).near == "-33.87,151.21")
    }

    @Test(arguments: [
        ["-33.87,151.21", "--json"], ["--json", "-33.87,151.21"], ["--json", "--", "-33.87,151.21"],
        ["-33.87,", "151.21", "--json"],
    ])
    func `nor is one that stands alone, and options may follow`(arguments: [String]) throws {
        let command = try PlacesCommand.parse(arguments)
        #expect(command.json && command.near == nil)
        #expect(command.words.filter { $0 != "--" }.joined() == "-33.87,151.21")
    }

    @Test(arguments: [
        [], ["--"], ["Paris", "--near", "1,1"], ["--near"], ["Paris", "--jsn"], ["-x"], ["--limit", "0", "Paris"],
        ["--limit", "1001", "Paris"], ["--near", "1,1", "--loud"],
    ])
    func `arguments that make no sense are refused`(arguments: [String]) {
        #expect(throws: (any Error).self) { try PlacesCommand.parse(arguments) }
    }
}
