import FUSE
import PhotoTree

// Extended attributes of directories.
extension PlacesFileSystem {
    /// The attributes that change: they are answered by name, but not listed.
    func changingXattr(_ name: String, of key: DirectoryKey, for caller: Caller) async -> String? {
        let source = key.listingKey
        switch name {
        case "user.places.refreshed":
            let refreshed =
                (folder(key) as? any Refreshed)?.refreshed ?? directories.summary(of: source)?.refreshed
            return refreshed == .never ? nil : refreshed?.iso8601
        case "user.places.error", "user.places.state":
            guard maySeeDoings(caller) else { return nil }
            if name == "user.places.state" { return await state(of: folder(source)) }
            if let refused = errors.lastRefusal(in: key) { return "\(refused.at.iso8601) \(refused.sentence)" }
            if let failure = directories.failure(of: source) { return "\(failure.at.iso8601) \(failure.sentence)" }
            let lasting = troubleOfKeeping(folder(source)) ?? settings.whyReadOnly
            return lasting.map { "\(listings.now().iso8601) \($0)" }
        case "user.places.hidden":
            // What a tag lacks is told of its topic.
            return key == source ? directories.summary(of: key).map { String($0.hidden) } : nil
        case "user.places.keep", "user.places.kept", KeptFacts.attribute:
            return maySeeDoings(caller) ? await keepXattr(name, of: folder(key)) : nil
        case "user.places.sizes":
            return maySeeDoings(caller) ? await sizes(in: key) : nil
        default:
            return nil
        }
    }

    /// Why what is missing of a kept folder does not come.
    private func troubleOfKeeping(_ folder: any Folder) -> String? {
        guard folders.keeping.isKept(folder.key) else { return nil }
        return folders.keeping.progress(of: folders.keptLists(of: folder.key))?.error
    }

    /// What the source is never asked for is always of now.
    private func state(of folder: any Folder) async -> String? {
        if let refreshed = folder as? any Refreshed { return await refreshed.state() }
        return folder.shape.hasListing ? "fresh" : nil
    }
}
