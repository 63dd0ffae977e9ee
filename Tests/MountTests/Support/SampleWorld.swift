import PhotoSimulator
import TestSupport

/// The sample's pictures as either source has them, those of its topic in the first one there.
enum SampleWorld {
    static func configuration() throws -> Simulator.Configuration {
        let library = try Library.sample()
        guard TestSource.current == .commons else { return Simulator.Configuration(library: .custom(library)) }
        // Commons shows fewer of them otherwise, and some that Flickr has not.
        for photo in library.commonsFiles.map(\.photo) where photo.only == .commons { library.remove(photo.id) }
        for photo in library.photos {
            library.edit(photo.id) { photo in
                photo.only = nil
                photo.tags = photo.tags.map { $0 == "cs193pspot" ? TestSource.current.firstTopic : $0 }
            }
        }
        return Simulator.Configuration(library: .custom(library))
    }
}
