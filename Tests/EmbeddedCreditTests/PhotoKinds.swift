import Foundation
import TestSupport

@testable import EmbeddedCredit

/// A photo of each kind that cameras, phones and programs make, into a folder: plain, with EXIF of its own behind JFIF
/// and alone, turned, in CMYK, with a colour profile, with several pictures, with a film behind it.
enum PhotoKinds {
    static let script = Script.text("kinds.sh", of: "EmbeddedCreditTests")

    /// Makes them in `folder`, and what is served of each in `folder`/served; returns their names.
    static func make(in folder: String) async throws -> [String] {
        let made = try await run("bash", "-ec", "cd '\(folder)'\n\(script)")
        guard made.status == 0 else { throw PictureFailure(text: made.errors) }
        try FileManager.default.createDirectory(atPath: folder + "/served", withIntermediateDirectories: true)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "served" }.sorted()
        for name in names {
            let source = try Pictures.read(folder + "/" + name)
            let file = served(source, .sample, size: (width: 96, height: 64))
            guard file.count > source.count else {
                throw PictureFailure(text: "nothing is put into \(name)")
            }
            try Data(file).write(to: URL(fileURLWithPath: folder + "/served/" + name))
        }
        return names
    }
}
