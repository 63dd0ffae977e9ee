/// A place, and who sent photos that were taken there.
public struct PhotographedPlace: Hashable, Sendable {
    public var place: Place
    public var people: Set<String>

    public init(place: Place, people: Set<String>) {
        self.place = place
        self.people = people
    }
}
