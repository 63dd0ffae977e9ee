import Catalog
public import FUSE
import PhotoTree

// The other names of listed countries and places: symbolic links to the names they are listed by, which no listing shows.
// A second name of the directory's own inode would not do: the kernel then renames the working directories of processes
// that came by the first (measured).
extension PlacesFileSystem {
    public func readlink(_ inode: InodeNumber) async throws(Errno) -> String {
        guard let record = inodes.record(NodeNumber(inode)) else { throw .noEntry }
        guard case .link(let target) = record.node else { throw .invalid }
        guard let name = name(of: target) else { throw .noEntry }
        return name
    }

    /// What a name leads to that is not listed in `places/` or a country: another name of what is, or nothing. The kernel
    /// remembers only those that mean no place at all: another may be listed a moment later.
    func resolveOtherName(_ name: String, in key: DirectoryKey) async throws(Errno) -> Resolution {
        switch meaning(of: name, in: key) {
        case .listed(let target):
            do throws(CatalogError) {
                let number = try await links.number(to: target, in: catalog)
                return .found(number, .link(to: target), .directory)
            } catch {
                throw mapped(.catalog(error), "lookup", key)
            }
        case .country, .place: return .absent(.zero)
        case .unknown: return .absent(directoryNameValidity)
        }
    }

    /// What a name means that somebody types in `places/` or a country.
    enum NameMeaning {
        /// Another name, or another spelling of the name, of a directory that is listed there.
        case listed(DirectoryKey)
        /// A country that is not, with its code.
        case country(Substring)
        /// A place that is not.
        case place(Place)
        case unknown
    }

    func meaning(of name: String, in key: DirectoryKey) -> NameMeaning {
        let index = places.snapshot.index
        switch key {
        case .places:
            if let listed = index.country(likeNamed: name) { return .listed(.country(listed.name)) }
            guard let code = gazetteer.country(named: name)?.code else { return .unknown }
            let listed = index.countries.first { gazetteer.country(named: $0.name)?.code == code }
            return listed.map { .listed(.country($0.name)) } ?? .country(code)
        case .country(let country):
            guard let shown = index.country(named: country) else { return .unknown }
            if let listed = shown.place(likeNamed: name) { return .listed(.place(listed.place.id)) }
            guard let place = gazetteer.place(named: name, in: country) else {
                return shown.place(spelledLike: name).map { .listed(.place($0.place.id)) } ?? .unknown
            }
            return shown.twin(of: place).map { .listed(.place($0.place.id)) } ?? .place(place)
        case .root, .place, .tags, .topic, .tag, .recents, .pins, .pin, .placeholder, .state, .cached:
            return .unknown
        }
    }

    /// The name that a country or place is listed by.
    func name(of key: DirectoryKey) -> String? {
        let index = places.snapshot.index
        return switch key {
        case .country(let name): index.country(named: name)?.name
        case .place(let id): index.entry(of: id)?.entry.name
        case .root, .places, .tags, .topic, .tag, .recents, .pins, .pin, .placeholder, .state, .cached: nil
        }
    }
}
