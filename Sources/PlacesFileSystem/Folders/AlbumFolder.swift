import PhotoTree

/// `pins/48.8584,2.2945 Eiffel Tower`: a collection of photos taken near a point, which stays until another is asked for.
struct AlbumFolder: PhotoFolder {
    let number: NodeNumber
    let folders: Folders

    var key: DirectoryKey { .pin(number) }
    var parent: DirectoryKey? { .pins }
    private var pin: Pin? { folders.pins.pin(number) }
    var name: String { pin?.name ?? "" }
    var joined: Timestamp { folders.pins.changed }
    var isLoading: Bool { folders.pins.isLoading(number) }
    var heading: (title: String, subtitle: String) { pin.map { ($0.title, $0.subtitle) } ?? ("", "") }

    /// A collection that is on its way can be asked for no more.
    func shows(_ file: GeneratedFile, isEmpty: Bool, isLoading: Bool) -> Bool {
        switch file {
        case .noImages: isEmpty
        case .newCollection: !isLoading
        default: true
        }
    }

    var attributes: [(name: String, value: String)] {
        guard let pin else { return [] }
        let summary = self.summary
        return DirectoryXattrs.listed(
            title: pin.title, subtitle: pin.subtitle, count: summary?.count, total: summary?.total,
            coordinate: pin.coordinate)
    }
}

extension Pin {
    /// The words behind the point, or the name of a place it was dropped on; without either the point as it was typed.
    var title: String {
        guard case .point(_, let words) = PinName(name), !words.isEmpty else { return name }
        return words
    }
}
