import Foundation
import TestSupport
import Testing

/// Command lines that mean nothing: one line each, in words that people use.
@Suite("Words that are refused", .enabled(if: Repository.canMount)) struct RefusedWordsTests {
    @Test(arguments: [
        ("cache foo", 2, "placesfs: there is no command 'cache foo'; see placesfs cache --help"),
        ("cache shwo", 2, "placesfs: there is no command 'cache shwo'; did you mean 'show'? see placesfs cache --help"),
        ("mount --sources x M", 2, "did you mean '--source'? see placesfs mount --help"),
        ("menu foo H", 2, "placesfs: 'foo' is none of keep, album, credit, new-collection"),
        ("mount --flickr-api-key abcdefgh M", 2, "--flickr-api-key: others can read a key there; put it in "),
        ("doctor --flickr-api-key=abcdefgh", 2, "--flickr-api-key: others can read a key there; put it in "),
        ("places Paris --near 48,2", 2, "type only one of these: a name, or --near LAT,LON, or "),
        ("places", 2, "type a name, or --near LAT,LON, or "),
        ("places --from H/d.zip", 18, "d.zip: this is a link that leads nowhere"),
        ("cache show --config H/config", 3, "/config:1: no key stands before the =; write key = value"),
        ("places --limit x Paris", 2, "see placesfs places --help"),
    ])
    func `a word that means nothing is answered in one plain line`(
        words: String, status: Int32, said: String
    ) async throws {
        try await Home.run { home in
            try FileManager.default.createSymbolicLink(
                atPath: home.path + "/d.zip", withDestinationPath: "gone.zip")
            try Data("= 5\n".utf8).write(to: URL(filePath: home.path + "/config"))
            let arguments = words.split(separator: " ").map { word in
                word == "M" ? home.mountpoint : word.hasPrefix("H") ? home.path + word.dropFirst() : String(word)
            }
            let result = try await home.command(arguments)
            #expect(result.status == status, "\(result)")
            #expect(result.errors.lowercased().contains(said.lowercased()), "\(result.errors)")
            #expect(result.errors.count { $0 == "\n" } == 1 && result.text.isEmpty, "\(result)")
            #expect(result.errors.firstMatch(of: /[.?!;:,][;:,.]/) == nil, "\(result.errors)")
            #expect(!result.errors.contains("abcdefgh"), "\(result.errors)")
        }
    }
}
