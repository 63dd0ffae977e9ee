/// The licence a photo is published under, as its source names it.
public struct License: Hashable, Sendable, Codable {
    /// The source's own identifier (Flickr: "4").
    public var id: String
    /// The short name to print: "CC BY 2.0", "All rights reserved".
    public var name: String
    /// The address of its text, if it has one.
    public var url: String?

    public init(id: String, name: String, url: String?) {
        self.id = id
        self.name = name
        self.url = url
    }
}
