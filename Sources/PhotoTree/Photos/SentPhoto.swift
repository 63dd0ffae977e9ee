/// A photo that was sent to a source lately: all that counts of it is by whom, and where it was taken.
public struct SentPhoto: Hashable, Sendable {
    /// Who sent it, as the source tells people apart: untrusted text.
    public var person: String
    public var coordinate: Coordinate

    public init(person: String, coordinate: Coordinate) {
        self.person = ForeignText.bounded(person, maximumBytes: ForeignText.maximumName)
        self.coordinate = coordinate
    }
}
