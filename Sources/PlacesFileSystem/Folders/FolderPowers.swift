import Catalog
import FUSE
import PhotoTree

/// A folder in which users make, rename and remove folders. What such a folder has by another name is a link to it.
protocol FolderMaking: Folder {
    /// Called before MKDIR begins its change: asks the source about a `name` that only the source could know, within a
    /// time limit.
    func awaitMeaning(of name: String) async throws(Errno)
    /// mkdir(2): makes the directory that `name` means in this folder.
    ///
    /// - Throws: EEXIST, ENOENT for a name that means nothing, EINVAL.
    func make(_ name: String) async throws(Errno) -> DirectoryKey
    /// rmdir(2).
    ///
    /// - Returns: False where nothing can be removed by this name.
    func remove(_ name: String) async throws(Errno) -> Bool
    /// rename(2) of a directory within this folder.
    func rename(_ name: String, to newName: String) async throws(Errno)
    /// For a name that no directory in it has: what a user who types it there means.
    func meaning(of name: String) -> NameMeaning
    /// The directory because of which none can be made by this name.
    func namesake(of name: String) async -> DirectoryKey?
    /// What is told of an invalid name that no other rule is about, to follow the name.
    func rule(against name: String) -> String
    /// What is told of a folder that somebody moves here from elsewhere, which nobody can; nil where that is no
    /// surprise.
    var ruleOfMoves: String? { get }
}

extension FolderMaking {
    func awaitMeaning(of name: String) async throws(Errno) {}
    func rename(_ name: String, to newName: String) async throws(Errno) { throw .readOnly }
    func meaning(of name: String) -> NameMeaning { .unknown }
    func rule(against name: String) -> String {
        "cannot be the name of a folder here" + (FileName.fault(typed: name).map { ": \($0)" } ?? "")
    }
    var ruleOfMoves: String? { nil }

    func namesake(of name: String) -> DirectoryKey? {
        if case .listed(let other) = meaning(of: name) { other } else { nil }
    }
}

extension Folder {
    /// Whether users can make or remove entries in it.
    var takesChanges: Bool { shape.takesRemovals || self is any FolderMaking }
}

/// The meaning of a name that a user types in `places/` or in a country.
enum NameMeaning {
    /// Another name or spelling of a directory that is listed there.
    case listed(DirectoryKey)
    /// A country that is not listed, with its code.
    case unlistedCountry(Substring)
    /// A place that is not listed.
    case unlistedPlace(Place)
    case unknown
}

/// A folder from which users remove photos.
protocol PhotoRemoving: Listed {
    /// unlink(2) of a photo, which leaves this folder alone.
    ///
    /// - Parameters:
    ///   - photo: The photo.
    ///   - announcing: Called when it is decided, before anybody can see it.
    /// - Returns: Whether the folder has no photos now; nil when the photo had left already.
    /// - Throws: The errno of the catalog's failure.
    func remove(_ photo: PhotoID, announcing: () -> Void) async throws(Errno) -> Bool?
    /// Called after the last photo was removed.
    func becameEmpty() async
    /// Whether a photo that is moved from here into an album leaves. If not, it is in both then.
    var givesAway: Bool { get }
}

extension PhotoRemoving {
    func becameEmpty() async {}
    var givesAway: Bool { false }

    /// Shows the folder without what the catalog has removed from it, and answers as `remove` does.
    func removed(_ update: ListingUpdate?, announcing: () -> Void) async throws(Errno) -> Bool? {
        guard let update else { return nil }
        announcing()
        try await listings.errors.mapping("write", key) { () async throws(CatalogError) in try await show(update) }
        return update.new.entries.isEmpty
    }
}

/// A folder into which users put photos by hand.
protocol PhotoTaking: PhotoRemoving {
    var number: NodeNumber { get }
    var albums: Albums { get }
}

extension PhotoTaking {
    func remove(_ photo: PhotoID, announcing: () -> Void) async throws(Errno) -> Bool? {
        guard try await albums.remove(photo, from: number, announcing: announcing) else { return nil }
        return summary?.count == 0
    }
}

/// A folder that shows a collection of photos, and has another one.
protocol Collecting: PhotoRemoving {
    /// Asks for another collection.
    ///
    /// - Throws: EBUSY while one is on its way.
    func requestAnother() async throws(Errno)
}

extension Collecting where Self: Refreshed {
    /// Of a folder whose photos never came, or were of another name, nothing is known: whoever lists it waits, or is
    /// told why not. Where all that is known is hidden by the options, the wait is short: the folder is empty now.
    func page(_ patience: Patience) async throws(Errno) -> Page? {
        guard patience == .listing, let known = try await knownPage() else { return try await foundPage(patience) }
        guard awaitsPhotos(known) else {
            await refreshIfStale()
            return try await knownPage()
        }
        switch await refresh(within: .fromNow(settings.timing.lookupWait)) {
        case nil, .timedOut: return try await knownPage()
        case let error? where known.listing?.listing.entries.isEmpty != false:
            throw listings.errors.mapped(error, "list", key)
        // What is known is better than an error.
        case .some: return try await knownPage()
        }
    }
}

/// A folder that can be kept offline.
protocol Keepable: Folder {
    /// The folders of photos that are kept with it.
    var keptLists: [DirectoryKey] { get }
    /// What is to be kept of a folder that shows a part of another's list; nil while that is not known.
    func keptPart() async throws(CatalogError) -> KeptList?
    /// The place that is stored with it, because its list may leave it out one day; nil for all that are no places.
    var keptPlace: Place? { get }
    /// Called when the folder is kept from now on, or no more.
    func noteKept(_ isKept: Bool)
}

extension Keepable {
    var keptLists: [DirectoryKey] { [key] }
    func keptPart() async throws(CatalogError) -> KeptList? { nil }
    var keptPlace: Place? { nil }
    func noteKept(_ isKept: Bool) {}
}

/// A folder whose map shows directories.
protocol Mapped: Folder {
    var map: FolderMap { get }
}

/// A folder with a file of ours that only this kind has, or that says something else here.
protocol TextWriting: Folder {
    /// Nil for files that are the same everywhere. `listing` is what the file is about, if the folder shows one.
    func text(of file: GeneratedFile, _ listing: Listing?) -> String?
}

/// A map of directories.
struct FolderMap: Sendable {
    /// The directories whose counts of photos the map shows.
    var directories: [DirectoryKey]
    /// While this and the counts stay the same, so does the map.
    var version: Int64
    /// When the list itself last changed.
    var modified: @Sendable () -> Timestamp
    var features: @Sendable () -> [PlaceFeature]
}
