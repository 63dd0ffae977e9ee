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
        ("mün", "münchen"), ("Mün", "München"), ("Reykj", "Reykjavík"), ("vene", "venezia"), ("東", "東京"),
    ])
    func `what is typed is completed to a name of the place, in whatever language it begins`(
        typed: String, name: String
    ) {
        #expect(PlaceCompletion.names(beginning: typed).contains(name), "\(PlaceCompletion.names(beginning: typed))")
    }

    @Test func `a line has the whole path of the mount, and makes no folder unseen`() {
        let mount = TypedFolder(mountpoint: "/home/me/My photos") { ["Austria", "Austria/Graz"].contains($0) }
        #expect(mount.command(forPlace: "Graz", in: "Austria") == "ls '/home/me/My photos/places/Austria/Graz'")
        #expect(
            mount.command(forPlace: "Hallstatt, Upper Austria", in: "Austria")
                == "mkdir '/home/me/My photos/places/Austria/Hallstatt, Upper Austria'")
        #expect(
            mount.command(forPlace: "Vaduz", in: "Liechtenstein")
                == "mkdir '/home/me/My photos/places/Liechtenstein' && "
                + "mkdir '/home/me/My photos/places/Liechtenstein/Vaduz'")
        #expect(mount.command(forPin: "1,1") == "mkdir '/home/me/My photos/pins/1,1'")
        let none = TypedFolder(mountpoint: nil) { !$0.contains("/") }
        #expect(none.command(forPin: "1,1") == "mkdir MOUNTPOINT/'pins/1,1'")
    }

    @Test(arguments: [
        [], ["--"], ["Paris", "--near", "1,1"], ["--near"], ["Paris", "--jsn"], ["-x"], ["--limit", "0", "Paris"],
        ["--limit", "1001", "Paris"], ["--near", "1,1", "--loud"],
    ])
    func `arguments that make no sense are refused`(arguments: [String]) {
        #expect(throws: (any Error).self) { try PlacesCommand.parse(arguments) }
    }
}
