internal import Foundation
internal import LinuxProcess
internal import PhotoTree

/// A folder of photos that goes into a handout.
struct HandoutList: Sendable {
    let place: PathInMount
    /// Its folder in the archive, below `data/`: "Japan/Kyoto"; empty for `data/` itself.
    private(set) var folder = ""
    let photos: [HandoutPhoto]

    /// The folders of photos that `given`, as typed, is or has below it.
    ///
    /// - Throws: Why there are none.
    static func found(at given: String) async throws(CommandFailure) -> [HandoutList] {
        let place = try PathInMount(given, in: "places", to: "hand them out")
        guard let facts = FileStatus(place.path) else {
            throw CommandFailure(.pathUnreadable, "there is no \(place.path)")
        }
        guard facts.isDirectory else {
            throw CommandFailure(.notKeepable, "\(place.path) is a file; hand out the folder that it is in")
        }
        try place.checkOwner(to: "hand out its photos")
        let found = try await below(place, depth: 3)
        guard !found.isEmpty else {
            throw CommandFailure(.notKeepable, "\(place.path) has no photos; name a folder that has some")
        }
        return found
    }

    /// The folders of lists in an archive, none of them twice, however case is compared: those without their branch,
    /// with it where two would be one, and else with a number.
    ///
    /// - Parameter insides: The parts of their paths below the mountpoint.
    /// - Returns: A folder for each.
    static func folders(_ insides: [[String]]) -> [String] {
        let short = insides.map { $0.dropFirst().map(portable).joined(separator: "/") }
        let counts = Dictionary(short.map { (FileName.key($0), 1) }, uniquingKeysWith: +)
        var taken: Set<String> = []
        return zip(insides, short).map { inside, short in
            let isAlone = counts[FileName.key(short)] == 1 && (!short.isEmpty || insides.count == 1)
            let folder = isAlone ? short : inside.map(portable).joined(separator: "/")
            var unique = folder
            var number = 2
            while !taken.insert(FileName.key(unique)).inserted {
                unique = "\(folder) (\(number))"
                number += 1
            }
            return unique
        }
    }

    /// The same lists, each with a folder of its own.
    static func placed(_ lists: [HandoutList]) -> [HandoutList] {
        zip(lists, folders(lists.map(\.place.inside))).map { list, folder in
            var list = list
            list.folder = folder
            return list
        }
    }

    private static func below(_ place: PathInMount, depth: Int) async throws(CommandFailure) -> [HandoutList] {
        // Asks the source for what was never listed.
        let names = try entries(of: place)
        if try place.attribute("sizes") != nil { return [try await HandoutList(place)] }
        guard depth > 0, !place.inside.isEmpty else { return [] }
        var found: [HandoutList] = []
        for name in names where FileStatus(place.path + "/" + name)?.isDirectory == true {
            found += try await below(PathInMount(path: place.path + "/" + name, mount: place.mount), depth: depth - 1)
        }
        return found
    }

    private static func entries(of place: PathInMount) throws(CommandFailure) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
        } catch {
            throw place.unusable(SystemFailure(error))
        }
    }

    private init(_ place: PathInMount) async throws(CommandFailure) {
        self.place = place
        let table = place.path + "/photos.csv"
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(5)
        // An album has no table while it is filled, and for two seconds after.
        while FileStatus(table) == nil, clock.now < deadline {
            // A cancelled wait ends with the process.
            try? await clock.sleep(for: .milliseconds(100))
        }
        do {
            let text = try String(contentsOf: URL(fileURLWithPath: table), encoding: .utf8)
            photos = CSVRows(text).compactMap(PhotoSheet.ReadRow.init).map(HandoutPhoto.init)
        } catch {
            throw place.unusable(SystemFailure(error))
        }
    }

    /// A name that Windows and the manifests of BagIt take: theirs would write `%` otherwise.
    static func portable(_ name: String) -> String {
        FileName.directory(name.replacing("%", with: " percent"))
    }

    /// The same of a photo's name, which in an album is whatever the user typed; one `taken` before gets a number.
    static func portable(_ name: String, _ taken: inout Set<String>) -> String {
        // Byte by byte: as a Character, the dot may be joined with what stands beside it.
        let typed = name.utf8.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        let isEnding = name.utf8[typed...].count <= 6 && name.utf8[typed...].dropFirst().allSatisfy(isLetterOrDigit)
        let ending = isEnding ? String(name[typed...]) : ""
        let stem = portable(String(decoding: name.utf8.dropLast(ending.utf8.count), as: UTF8.self))
        var unique = stem + ending
        var number = 2
        while !taken.insert(FileName.key(unique)).inserted {
            unique = "\(stem) (\(number))\(ending)"
            number += 1
        }
        return unique
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
}
