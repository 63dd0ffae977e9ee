/// One image of a photo: the letter of its address ("b" for 1024 px, "" for 500 px) and its pixels.
public struct SimulatedRendition: Sendable, Hashable, Codable {
    public var suffix: String
    public var width: Int
    public var height: Int

    public init(suffix: String, width: Int, height: Int) {
        self.suffix = suffix
        self.width = width
        self.height = height
    }
}
