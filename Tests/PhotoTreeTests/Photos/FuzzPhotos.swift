import Fuzzing
import Testing

@testable import PhotoTree

@Suite struct FuzzPhotos {
    private let seeds =
        FuzzNames.titles + [
            "From the bridge.\nIn June.", "https://www.flickr.com/photos/1@N00/123/", "12037949754@N01",
            String(repeating: "long words of a story ", count: 200), String(repeating: "長", count: 900),
        ]

    @Test func `the attributes of any photo fit into their block, and credit it`() async throws {
        try await Fuzz.run("PhotoXattrs", seeds: seeds, hostile: HostileText.all, inputs: 500) { text, random in
            // As it comes from a source.
            let text = ForeignText.bounded(text)
            let texts = [text, random.text(from: seeds), random.text(from: seeds), ""]
            func any() -> String { texts.randomElement(using: &random) ?? "" }
            let photo = Photo(
                id: PhotoID(any()), title: any(), description: any(), owner: any(), ownerName: any(),
                license: License(id: any(), name: any(), url: any()), taken: Timestamp(Int64(random.upTo(.max))),
                coordinate: Coordinate(latitude: random.double(), longitude: random.double()),
                accuracy: random.upTo(.max), tags: (0..<random.upTo(40)).map { _ in any() }, views: -random.upTo(.max),
                pageURL: any(), sourceAttributes: ["flickr.woeid": any(), any(): any(), "places.credit": any()])
            let image = Rendition(name: any(), width: random.upTo(.max), height: nil, url: any())
            let listed = PhotoXattrs.listed(for: photo, image: image, namespace: "flickr")
            let size = listed.reduce(36) { sum, attribute in
                sum + 16 + (attribute.name.utf8.count + 3) / 4 * 4 + (attribute.value.utf8.count + 3) / 4 * 4
            }
            try Fuzz.demand(size <= PhotoXattrs.budget, "\(size) bytes")
            try Fuzz.demand(Set(listed.map(\.name)).count == listed.count, "a name twice")
            for (name, value) in listed {
                try Fuzz.demand(!value.isEmpty, "\(name) is empty")
                try Fuzz.demand(name.utf8.count <= 255 && name.hasPrefix("user."), "no name: \(name.debugDescription)")
                let control = value.unicodeScalars.first { PlainText.isControl($0) && $0 != "\n" && $0 != "\t" }
                try Fuzz.demand(control == nil, "\(name) has control character \(control?.value ?? 0)")
                let isComment = name == "user.xdg.comment"
                try Fuzz.demand(isComment || !value.contains(where: \.isNewline), "\(name) has two lines")
            }
            for credited in ["user.mime_type", "user.places.credit"] {
                try Fuzz.demand(listed.contains { $0.name == credited }, "no \(credited)")
            }
        }
    }

    @Test func `the credits of any photos are a line for each`() async throws {
        try await Fuzz.run("Credits", seeds: seeds, hostile: HostileText.all, inputs: 300) { text, random in
            let entries = (0..<random.upTo(5)).map { number in
                let photo = Photo(
                    id: PhotoID(String(number)), title: text, ownerName: random.text(from: seeds),
                    license: License(id: "1", name: text, url: nil), pageURL: random.text(from: seeds))
                return ListingEntry(
                    name: "a.jpg", photo: photo, number: NodeNumber(1), sidecarNumber: NodeNumber(2), directoryCount: 1)
            }
            let credits = Credits.text(for: entries, notice: "")
            let ends = credits.unicodeScalars.filter(PlainText.isControl)
            try Fuzz.demand(ends.count == entries.count && ends.allSatisfy { $0 == "\n" }, "\(ends.count) lines")
        }
    }
}
