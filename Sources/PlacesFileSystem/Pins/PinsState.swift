import PhotoTree

/// The pins, and the directories that wait to become pins, as `pins/` shows them.
typealias PinsState = MadeFolders<Pin>

extension Pin: MadeFolder {
    static func key(_ number: NodeNumber) -> DirectoryKey { .pin(number) }
    static func placeholder(_ number: NodeNumber) -> DirectoryKey { .placeholder(number) }
}

extension MadeFolders<Pin> {
    func pin(_ number: NodeNumber) -> Pin? { self[number] }

    /// In alphabetical order.
    var pins: [Pin] { items.sorted { $0.name < $1.name } }

    /// The number of pins, and of those whose collection has not arrived yet.
    var counts: (pins: Int, awaiting: Int) {
        let items = self.items
        return (items.count, items.count(where: \.isAwaitingCollection))
    }

    func key(at point: PinPoint) -> DirectoryKey? {
        items.first { $0.point == point }.map { .pin($0.number) }
    }

    /// The pin shows, or awaits, another page now; its name and place stay.
    func setCollection(of number: NodeNumber, page: Int? = nil, isAwaiting: Bool) {
        update(number) { pin in
            if let page { pin.page = page }
            pin.isAwaitingCollection = isAwaiting
        }
    }
}
