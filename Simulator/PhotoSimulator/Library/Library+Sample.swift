import Foundation
import Sample

extension Library {
    /// The content of the file that `scripts/make-sample` writes.
    private struct Sample: Codable {
        var places: [SimulatedPlace]
        var photos: [SimulatedPhoto]
    }

    /// The library that ships with the program: photos of eight cities in six countries, and 16 more for Commons.
    /// - Throws: `SimulatorError.sampleUnusable` when its files are missing where they were installed.
    public static func sample() throws(SimulatorError) -> Library {
        let shipped = SampleSource.bundled
        guard let file = FileManager.default.contents(atPath: shipped + "/sample.json") else {
            throw .sampleUnusable("\(shipped)/sample.json cannot be read")
        }
        do {
            let sample = try JSONDecoder().decode(Sample.self, from: file)
            let own = Bundle.module.bundlePath + "/Resources"
            return Library(
                photos: sample.photos, places: sample.places,
                images: .files(folders: [shipped + "/images", own + "/images"]))
        } catch {
            throw .sampleUnusable("\(shipped)/sample.json is damaged: \(error)")
        }
    }
}
