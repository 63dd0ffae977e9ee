import Foundation

extension Library {
    /// What `scripts/make-sample` writes.
    private struct Sample: Codable {
        var places: [SimulatedPlace]
        var photos: [SimulatedPhoto]
    }

    /// The library that ships with the program: pictures of eight cities in six countries.
    /// - Throws: `SimulatorError.sampleUnusable` when its files are not where they were installed.
    public static func sample() throws(SimulatorError) -> Library {
        let folder = Bundle.module.bundlePath + "/Resources"
        guard let file = FileManager.default.contents(atPath: folder + "/sample.json") else {
            throw .sampleUnusable("\(folder)/sample.json cannot be read")
        }
        do {
            let sample = try JSONDecoder().decode(Sample.self, from: file)
            return Library(
                photos: sample.photos, places: sample.places, images: .files(folder: folder + "/images"))
        } catch {
            throw .sampleUnusable("\(folder)/sample.json is damaged: \(error)")
        }
    }
}
