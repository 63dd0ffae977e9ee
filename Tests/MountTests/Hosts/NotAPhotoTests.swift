import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// What hosts have answered, or might, under a photo's address. Whatever it is: an error, a line in the status, nothing
/// in the cache, and the photo as soon as the host has it.
@Suite("Answers that are no photo", .enabled(if: Repository.canMount))
struct NotAPhotoTests {
    struct Answer: Sendable, CustomStringConvertible {
        var name: String
        var effects: [Fault.Effect]

        var description: String { name }

        init(_ name: String, _ effects: Fault.Effect...) {
            self.name = name
            self.effects = effects
        }
    }

    private static let length = 60_000

    static let answers: [Answer] = [
        Answer("HTML under 200", .htmlUnder200),
        Answer("HTML that says it is an image", .htmlUnder200, .contentType("image/jpeg")),
        Answer("a redirect to photo_unavailable", .photoUnavailable),
        Answer("another type", .contentType("video/mp4")),
        Answer("a type of text", .contentType("text/plain; charset=utf-8")),
        Answer("an empty body", .emptyBody),
        Answer("other magic", .body(Array("RIFF\0\0\0\0WEBPVP8 ".utf8), contentType: "image/jpeg")),
        Answer("less than announced", .announcedLength(length + 5_000)),
        Answer("more than announced", .announcedLength(length - 5_000)),
        Answer("a short body with a short length", .shortBody(bytes: 20_000)),
        Answer("a long body with a long length", .longBody(extraBytes: 5_000)),
        // A resume that brings less than 1 KiB is no progress.
        Answer("a cut connection", .cut(afterBytes: 500)),
        Answer("a cut connection without framing", .framing(.untilClose), .cut(afterBytes: 500)),
        Answer("a cut chunked body", .framing(.chunked), .cut(afterBytes: 500)),
        Answer("no answer at all", .hangUp),
        Answer("an endless body", .endlessBody),
        Answer("404", .status(404)),
        Answer("410", .status(410)),
        Answer("403", .status(403)),
        Answer("400", .status(400)),
        Answer("429", .status(429)),
        Answer("500", .status(500)),
        Answer("304 to nobody's question", .status(304)),
        Answer("a redirect to another host", .redirect("http://localhost.example.net/photo.jpg")),
        Answer("a redirect to another port", .redirect("http://127.0.0.1:1/photo.jpg")),
        Answer("a redirect to a file", .redirect("file:///etc/passwd")),
        Answer("a redirect to nowhere", .redirect("")),
        Answer("a head that nobody asked for", .unaskedPart(from: 0, bytes: 5_000)),
        Answer("a fragment that nobody asked for", .unaskedPart(from: 20_000, bytes: 5_000)),
        Answer("half of a body, in order", .lengthHint(.none), .framing(.untilClose), .shortBody(bytes: length / 2)),
        Answer(
            "half of a chunked body, in order", .lengthHint(.none), .framing(.chunked), .shortBody(bytes: length / 2)),
        Answer("less than there is", .lengthHint(.none), .announcedLength(length - 1_000)),
    ]

    private static let quick = [
        "--retry-pause", "50ms", "--retries", "1", "--low-speed-time", "2s", "--first-byte-timeout", "2s",
        "--host-down-after", "100",
    ]

    /// Each picture that stands for a removed photo is Flickr's.
    @Test(
        .proves("200 with HTML or", "A short body, a cut"),
        arguments: answers.filter { TestSource.current == .flickr || $0.effects != [.photoUnavailable] })
    func `what is no photo is an error with its line in the status, is never kept, and the photo comes after it`(
        answer: Answer
    ) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 2, imageBytes: Self.length...Self.length)
        var configuration = numbered.configuration
        // As recorded in 2024.
        configuration.behaviour.lengthHint = .right
        try await TestMount.run(configuration, options: Self.quick) { mount in
            let path = "$M/" + NumberedLibrary.path(0)
            _ = try await mount.shell("ls \"$M/\(NumberedLibrary.directory())\"")
            try mount.write(numbered.bytes(0), to: "want")
            for effect in answer.effects {
                mount.simulator.faults.add(effect, on: .photo(NumberedLibrary.id(0)))
            }
            let failed = try await mount.shell("cat \"\(path)\" > out")
            #expect(failed.status == 1 && failed.errors.contains("Input/output error"), "\(failed.errors)")
            // Bytes that were right may have gone ahead of the error, others never.
            #expect(try await mount.shell("cmp -n $(stat -c %s out) out want").status == 0)
            let status = try await mount.shell("grep 'photo 0.jpg: ' \"$M/.placesfs/status\"")
            #expect(status.text.contains("[Input/output error]"), "\(status.text)")
            print("\(answer): \(status.lines.last ?? "")")
            #expect(try await Self.kept(mount) == [])
            if status.text.contains("no photo:") {
                let size = try await mount.shell("getfattr --only-values -n user.places.size \"\(path)\"")
                #expect(size.text == "estimated", "the length of what is no photo")
            }

            mount.simulator.faults.removeAll()
            let right = try await mount.shell(FreshnessTests.await("cmp \"\(path)\" want 2> /dev/null"))
            #expect(right.status == 0)
            #expect(try await mount.shell("stat -c %s \"\(path)\"").text == "\(Self.length)")
            #expect(try await Self.kept(mount) == ["\(Self.length)"])
            #expect(try await mount.shell("ls \"$M/\(NumberedLibrary.directory())\" | grep -c jpg").text == "2")
        }
    }

    /// The lengths of the photos in the cache, whole ones.
    private static func kept(_ mount: TestMount) async throws -> [String] {
        let found = try await mount.shell("find -L \"$M/.placesfs/cached\" -name '*.jpg' -printf '%s\\n'")
        #expect(found.status == 0, "\(found.errors)")
        return found.lines
    }

    /// Of a photo it does not know the simulator tells by Flickr's addresses alone whose image was asked for.
    @Test(.proves("404 or 410 for a listed"), .enabled(if: TestSource.current == .flickr))
    func `a photo that its host has no more is asked for once, and not again while it is told`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration, options: Self.quick) { mount in
            let directory = "$M/\(NumberedLibrary.directory())"
            _ = try await mount.shell("ls \"\(directory)\"")
            mount.simulator.ledger.reset()
            numbered.library.remove(NumberedLibrary.id(1))
            let reads = try await mount.shell(
                "for try in 1 2 3 4 5; do cat \"\(directory)/photo 1.jpg\"; done; "
                    + "cat \"\(directory)/photo 2.jpg\" | wc -c")
            #expect(reads.errors.contains("No such file") && !reads.errors.contains("Input/output"), "\(reads.errors)")
            #expect(reads.text == "\(numbered.bytes(2).count)")
            #expect(mount.simulator.ledger.imageRequests(of: NumberedLibrary.id(1)) == 1)
            #expect(mount.simulator.ledger.count(of: "flickr.photos.getInfo") <= 1)
            #expect(try await mount.shell("ls \"\(directory)\" | grep -c jpg").text == "2", "it leaves the folder")
        }
    }
}
