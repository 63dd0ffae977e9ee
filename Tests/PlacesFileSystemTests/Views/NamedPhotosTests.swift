import Testing

@testable import PlacesFileSystem

@Suite("Photos that a process was started with")
struct NamedPhotosTests {
    @Test(arguments: [
        (["eog", "/home/u/Places/places/France/Paris/a b.jpg"], ["places/France/Paris/a b.jpg"]),
        (["eog", "file:///home/u/Places/places/France/Paris/a%20b.jpg"], ["places/France/Paris/a b.jpg"]),
        (["eog", "file:/home/u/Places/recents/01%20a.jpg"], ["recents/01 a.jpg"]),
        (["feh", "-F", "a.jpg"], ["places/France/a.jpg"]),
        (["feh", "./Paris/../Nice/é.jpg"], ["places/France/Nice/é.jpg"]),
        (["feh", "../../recents/01 a.jpg"], ["recents/01 a.jpg"]),
        (["feh", "a.jpg", "b.jpg", "a.jpg"], ["places/France/a.jpg", "places/France/b.jpg"]),
        (["feh", "."], []), (["feh", "/home/u/Pictures/a.jpg"], []), (["feh", "/home/u/Places2/a.jpg"], []),
        (["feh", "../../../a.jpg"], []), (["feh", "file://host/home/u/Places/a.jpg"], []),
        (["feh", "file:///home/u/Places/%zz.jpg"], []), (["feh", "file:///home/u/Places/%FF.jpg"], []),
        (["feh", "https://example.org/home/u/Places/a.jpg"], []), (["a.jpg"], []), ([], []),
        (["eog", "/home/u/Places/places/France/Paris/map.html"], []),
    ])
    func `photos named in arguments are paths and file URIs below the mountpoint`(arguments: [String], paths: [String])
    {
        let found = NamedPhotos.paths(
            in: arguments, workingDirectory: "/home/u/Places/places/France", mountpoint: "/home/u/Places")
        #expect(found == Set(paths))
    }

    @Test func `of a process whose folder cannot be seen, relative paths say nothing`() {
        #expect(NamedPhotos.paths(in: ["feh", "a.jpg"], workingDirectory: nil, mountpoint: "/m") == [])
        #expect(
            NamedPhotos.paths(in: ["feh", "/m/recents/a.jpg"], workingDirectory: nil, mountpoint: "/m") == [
                "recents/a.jpg"
            ])
        #expect(
            NamedPhotos.paths(in: ["feh", "/recents/a.jpg"], workingDirectory: nil, mountpoint: "/") == [
                "recents/a.jpg"
            ])
    }
}
