import Foundation
import PhotoTree
import Promises
import TestSupport
import Testing

@testable import EmbeddedCredit

/// PNGs that move, as Pillow writes them.
@Suite struct AnimationTests {
    /// Three pictures of noise, this wide and high.
    private func animation(_ width: Int, _ height: Int) async throws -> [UInt8] {
        let folder = try TemporaryDirectory()
        let script = """
            from PIL import Image
            image = Image.effect_noise((\(width), \(height)), 80)
            image.save('moving.png', save_all=True, append_images=[image.rotate(180), image.rotate(90)], duration=100)
            """
        let made = try await ChildProcess(["/usr/bin/python3", "-c", script], directory: folder.path).result()
        guard made.status == 0 else { throw PictureFailure(text: made.errors) }
        return try Pictures.read(folder.path + "/moving.png")
    }

    private func kinds(_ file: [UInt8]) -> [String] {
        var (chunks, kinds) = ([UInt8](file.dropFirst(8))[...], [String]())
        while chunks.count >= 12 {
            let length = chunks.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let kind = String(decoding: chunks.dropFirst(4).prefix(4), as: UTF8.self)
            if kinds.last != kind { kinds.append(kind) }
            chunks = chunks.dropFirst(12 + length)
        }
        return kinds
    }

    @Test(.proves("In an animated PNG"))
    func `an animation says whose it is, and still moves`() async throws {
        let source = try await animation(300, 200)
        let file = served(source, .sample)
        #expect(kinds(file).prefix(6) == ["IHDR", "acTL", "fcTL", "IDAT", "iTXt", "fcTL"])
        #expect(EmbeddedCreditReader.credit(in: file)?.line == PhotoCredit(.sample).line)
        let folder = try TemporaryDirectory()
        try Data(file).write(to: URL(fileURLWithPath: folder.path + "/served.png"))
        let script = """
            from PIL import Image
            image = Image.open('served.png')
            for number in range(image.n_frames): image.seek(number); image.load()
            print(image.n_frames)
            """
        let seen = try await ChildProcess(
            [
                "bash", "-c",
                "/usr/bin/python3 -c \"$1\"; exiftool -s3 -Title served.png; pngcheck -q served.png; "
                    + "! command -v ffprobe > /dev/null || ffprobe -v error -count_frames "
                    + "-show_entries stream=codec_name,nb_read_frames -of csv=p=0 served.png", "bash", script,
            ], directory: folder.path
        ).result()
        #expect(seen.lines.prefix(2) == ["3", "Sunset at the Pont d'Iéna"], "\(seen.text) \(seen.errors)")
        #expect(seen.lines.count < 3 || seen.lines[2] == "apng,3")
    }

    @Test func `the first picture has to come before it is decided, and to end within the bound`() async throws {
        let source = try await animation(300, 200)
        let verdict = ImageHeader(source, isWhole: true)
        guard case .inserting(let place) = verdict else {
            Issue.record("nothing is put in")
            return
        }
        for length in stride(from: 8, through: source.count, by: 997) {
            let found = ImageHeader(Array(source.prefix(length)), isWhole: false)
            #expect(found == (length < place.offset + 8 ? .unfinished : verdict), "\(length)")
        }
        #expect(ImageHeader(Array(source.prefix(place.offset)), isWhole: true) == .asItCame)
        let large = try await animation(800, 600)
        #expect(ImageHeader(Array(large.prefix(ImageHeader.longest)), isWhole: false) == .asItCame)
    }
}
