import Foundation
import TestSupport
import Testing

/// Holds docs/semantics.md to the tests: which of them checks what each of its sentences says.
@Suite("docs/semantics.md")
struct SemanticsTests {
    /// The beginning of an item, and the names of the tests that would fail if it were wrong.
    private static let proofs: [(says: String, tests: [String])] =
        placesProofs + collectionsProofs + desktopProofs + termsProofs + creditsProofs + sourcesProofs

    private static let placesProofs: [(says: String, tests: [String])] = [
        ("The root shows", ["each level shows what it should and nothing else"]),
        ("`places/` shows countries", ["countries and places come in alphabetical order"]),
        (
            "The list of places is",
            ["without a list of places from the source the gazetteer's stands in, and README tells"]
        ),
        ("Two places of one country", ["each level shows what it should and nothing else"]),
        (
            "A place shows 50 photos",
            [
                "a place shows fifty photos, or as many as were asked for",
                "newest photos come first, or the most interesting, under the licences asked for",
            ]
        ),
        ("A place without photos", ["an empty place says so and never lies about its length"]),
        ("`.placesfs` opens by name", ["README and the status files tell what is what"]),
        ("`CACHEDIR.TAG`", ["names that only programs look for are answered and not listed"]),
        (
            "A photo is one inode",
            [
                "a photo's link count is the number of directories that list it",
                "a place that the gazetteer knows can be added, with photos, and outlives the daemon",
                "whatever joins or leaves, and over a remount",
            ]
        ),
        ("Directories have mode", ["everything has the mode, owner and link count it should"]),
        (
            "So a copy is its owner's",
            ["it can be changed, copied over and deleted", "a copied country goes into a repository and away again"]
        ),
        (
            "`access(2)`",
            ["access tells where something can be changed", "file managers grey out what they cannot do in a place"]
        ),
        (
            "A directory's size",
            ["a directory's size is its number of entries", "a directory's time is when its entries last changed"]
        ),
        ("`df` leaves the mount out", ["statfs answers zero blocks, and df leaves the mount out"]),

        ("A photo's name is its title", ["each level shows what it should and nothing else"]),
        (
            "Names are legal on FAT",
            [
                "odd titles become names that any file system takes",
                "ls prints no control byte, and every photo is there under a legal name",
                "a place's name is as untrusted as a title",
            ]
        ),
        ("Names are unique", ["ls prints no control byte, and every photo is there under a legal name"]),
        ("A title of more than 100", ["a title that is a description stops at a word near 100 characters"]),
        ("A name is looked up as it is spelt", ["a name is looked up as it is spelt"]),
        ("A photo keeps its name", ["whatever joins or leaves, and over a remount"]),
        (
            "A name that left a listing",
            [
                "a name that left still opens, unlisted, read before or not",
                "a photo that its owner deleted is gone on open, and for others nothing changes",
            ]
        ),
        ("The exact title", ["lists of all years show titles, tags, owners and positions as recorded"]),
        ("Names that desktops probe for", ["each is ENOENT without a request, in a place never listed too"]),
        (
            "The name of a photo opens",
            [
                "a name that could be a photo's is looked for, in a place never listed too",
                "a lookup in a place never listed waits three seconds, and only for what may be a photo",
            ]
        ),

        ("A photo's size is an estimate", ["a size once learnt is kept, and estimated ones say so"]),
        ("Opening a photo settles its size", ["every tool reads them, and stat is true afterwards"]),
        ("A size once learnt", ["a size once learnt is kept, and estimated ones say so"]),
        (
            "When the source replaces a photo",
            [
                "a photo that became another one is an error once, then right",
                "a reader gets the old one or the new one, never both",
            ]
        ),
        ("The modification time", ["times of a photo are when it was taken and uploaded"]),

        (
            "Mounting, `ls -lR`",
            ["a walk that reads all but photos asks for no image, and for each listing once"]
        ),
        ("A photo is fetched once", ["a photo is asked for once, however many read it and however often"]),
        (
            "A cached photo costs",
            [
                "for 29 days it costs no request",
                "what was read costs no request of any kind, nor after a remount or kill -9",
            ]
        ),
        (
            "A place's listing is asked for",
            [
                "a fresh listing asks for nothing", "thirty-two who open a place ask its source once",
                "a stale listing is served at once while one question runs behind it",
            ]
        ),
        (
            "A stream that is being read",
            [
                "a stream shows one version to its end, and none is cached while two are open",
                "one that was opened before a change brings no removed name back",
                "one that is read first after a change leads to what is there",
            ]
        ),
        ("A stream that is rewound", ["one that is rewound shows what a new one would"]),

        (
            "A photo lists its title",
            [
                "a photo tells who made it, under which licence, where, when and about what",
                "gio shows them, and tells a photo from its name",
            ]
        ),
        ("They take at most 3,500", ["a copy on ext4 keeps them all, however long the description and tags"]),
        ("`user.places.state`", ["what changes is answered by name and not listed"]),
        ("A directory lists its title", ["a directory tells its title, where it is and how much it holds"]),
        ("Names in `user.`", ["unknown names are ENODATA, foreign name spaces EOPNOTSUPP, everywhere"]),

        (
            "`map.geojson` of a place",
            ["a place's map shows its photos, a country's its places, the world's all places"]
        ),
        (
            "`map.html` beside it",
            [
                "every list has one: its data byte for byte, as long as stat says, as old as its map",
                "a copy is the same page, and none of it is a view",
            ]
        ),
        (
            "`places/`, countries, places, topics",
            ["every list has one: its data byte for byte, as long as stat says, as old as its map"]
        ),
        (
            "Opening, listing or copying maps",
            [
                "every list has one: its data byte for byte, as long as stat says, as old as its map",
                "a copy is the same page, and none of it is a view",
                "neither map nor page of ten thousand pins costs noticeable memory or waits for the other",
            ]
        ),
        ("The time of a map is", ["it lasts as its map does, over a remount and a kill"]),
        (
            "What a photo is called and said",
            ["hostile titles are text in pages, and nothing else"]
        ),
        ("A photo on a map", ["a photo on a map has all that is known of it, and its links lead to files"]),
        (
            "The box of a map",
            [
                "the box holds every photo with a margin", "a box across the antimeridian is a small one",
                "the corners of the world", "an empty map is a collection without a box",
            ]
        ),
        ("Each photo has a sidecar", ["a photo has a sidecar, without a position one of null"]),
        ("`--sidecars=unlisted`", ["sidecars can be unlisted or left out"]),
        (
            "`.hidden` names",
            [
                "dot-hidden names the maps and nothing else",
                "dot-hidden in lists of places and pins names the data, so that desktops show folders",
            ]
        ),
        (
            "`pins/` has a `README.txt`",
            [
                "pins/ says how to drop a pin until there is one", "tags/ says how to add a tag until somebody did",
                "where nothing can be made, nothing says how",
            ]
        ),
        ("`README.txt` and the files", ["sendfile and splice give what is there now, whole"]),
        (
            "Generated files have",
            [
                "stat knows the length of every generated file",
                "maps and sidecars follow a place that gets another name",
                "new content is a new file, and the old one stays readable to its holders",
            ]
        ),

        (
            "`mkdir places/France/Annecy`",
            ["a place that the gazetteer knows can be added, with photos, and outlives the daemon"]
        ),
        (
            "`rmdir` takes an added place",
            ["rmdir takes an added place away, photos and all, and it comes back as another directory"]
        ),
        ("Only names that the gazetteer", ["only names that the gazetteer spells so can be added, and only once"]),
        ("`mkdir` of a country", ["a country can be added, filled and removed again"]),
        (
            "An added place keeps its name",
            [
                "a namesake is added with its region, and takes no listed place's name",
                "a place that the source lists later stays the one that was added",
            ]
        ),
        ("`rmdir` of a place that was not", ["a country can be added, filled and removed again"]),

        ("Every other change", ["every change is refused with EROFS, for root too, and changes nothing"]),
        ("`rm -r` of a place", ["rm -r of a place removes nothing, and a file manager finds no trash"]),
        (
            "Without `--allow-other`",
            [
                "without allow-other nobody else is let in, not even to look",
                "a user who was let in changes nothing, and reads places and tags",
            ]
        ),
        (
            "`recents/`, `pins/` and `.placesfs`",
            [
                "recents, pins and status are the owner's, though the owner has just looked at all of it",
                "what others read is none of the owner's views",
            ]
        ),
        (
            "A mount that a system account",
            ["a mount without collections has places and tags only", "a system account is no person"]
        ),
        ("Names over 255 bytes", ["names that no file can have are refused as such"]),

        (
            "A listing or a photo that cannot",
            [
                "a place never listed gives the source's error",
                "without a network all that was learnt is there, and the rest is an error but no absence",
            ]
        ),
        ("An unreachable source", ["a source that cannot be reached never empties a directory"]),
        (
            "Mounting and browsing work offline",
            ["without a network all that was learnt is there, and the rest is an error but no absence"]
        ),
        (
            "Whoever waits for a photo",
            ["who is told to end is free at once, and another reader of the same photo gets it"]
        ),
        ("A stalled photo keeps nobody", ["others go on however many photos are stalled"]),
        ("A directory whose listing stalls", ["a directory whose listing stalls stalls nobody but who opened it"]),
        (
            "Whatever answers",
            [
                "no recorded body, as whatever answer, harms the mount",
                "whatever answers for the list of places, there are places",
            ]
        ),

        (
            "The cache never takes more",
            ["sixteen readers of 200 photos, some larger than the limit, never meet a full disk"]
        ),
        (
            "A photo larger than the cache",
            [
                "a photo larger than the cache may be is read right each time",
                "on a full disk photos are read all the same, and the log says it once",
            ]
        ),
        ("A damaged file", ["a damaged file is found when it is read, and the photo fetched anew"]),
        ("The cache is used again", ["they cost no request after a remount, nor after kill -9"]),
        (
            "Memory grows",
            ["stays small while 32 readers read 50 photos of 5 MB", "does not grow with the size of photos"]
        ),
    ]

    private static func items() throws -> [String] {
        let text = try String(contentsOfFile: Repository.root + "/docs/semantics.md", encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
    }

    @Test func `each sentence has a proof, and each proof a sentence`() throws {
        let items = try Self.items()
        #expect(items.count > 50)
        for item in items {
            #expect(Self.proofs.count { item.hasPrefix($0.says) } == 1, "\(item)")
        }
        for proof in Self.proofs {
            #expect(items.contains { $0.hasPrefix(proof.says) }, "\(proof.says)")
        }
    }

    @Test func `each proof is a test that there is`() throws {
        let folder = Repository.root + "/Tests"
        let files = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
        let sources = try files.filter { $0.hasSuffix("Tests.swift") }
            .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }.joined()
        let missing = Self.proofs.flatMap(\.tests).filter { !sources.contains("func `\($0)`") }
        #expect(missing == [])
    }
}
