import FUSE
import PhotoTree

// Why a name was refused is recorded for every name: the reason that `user.places.error` tells is that of the last one.
extension PlacesFileSystem {
    /// Runs `change`, which gives a directory in `key` the name. If it is refused and no part said why, the reason
    /// follows from the errno.
    func naming<Value>(
        _ name: String, in key: DirectoryKey, _ change: () async throws(Errno) -> Value
    ) async throws(Errno) -> Value {
        let before = errors.lastRefusal(in: key)?.number
        do throws(Errno) {
            let value = try await change()
            errors.forgetRefusal(in: key)
            return value
        } catch {
            // Desktops try hidden names, people do not.
            guard !name.beginsWithBytes(of: "."), errors.lastRefusal(in: key)?.number == before,
                let reason = reason(for: error, name, in: key)
            else { throw error }
            throw errors.refused(error, name, in: key, reason)
        }
    }

    /// Nil for an errno that says nothing about the name.
    private func reason(for errno: Errno, _ name: String, in key: DirectoryKey) -> String? {
        let shown = PrintableText.line(name, maximumBytes: 100)
        switch (errno, key) {
        case (.exists, _):
            let other = listedName(for: name, in: key).map { PrintableText.line($0, maximumBytes: 300) }
            return "\"\(shown)\" is here already" + (other.map { ", as \"\($0)\"" } ?? "")
        case (.invalid, _) where FileName.isReserved(name):
            return "\"\(shown)\" is the name of a file of placesfs; choose another"
        case (.invalid, .tags): return "\"\(shown)\" is no tag; a tag has letters or digits, like sunset"
        case (.invalid, _): return "\"\(shown)\" cannot be the name of a folder here"
        default: return nil
        }
    }

    /// The directory in `key` that has the same meaning as `name`.
    private func listedName(for name: String, in key: DirectoryKey) -> String? {
        switch key {
        case .pins:
            let pins = folders.albums.pins
            if let same = pins.key(likeNamed: name) { return folder(same).name }
            let point: PinPoint
            switch PinName(name) {
            case .point(let coordinate, _)?: point = PinPoint(coordinate)
            case .word(let word)?:
                guard let known = folders.places.gazetteer.pinPoint(named: PinName.withoutRadius(word)) else {
                    return nil
                }
                point = known
            case .nearby?, nil: return nil
            }
            return pins.pins.first { $0.point == point }?.name
        case .tags:
            let tag = TopicName.key(of: name)
            return folders.topics.state.sorted.first { TopicName.key(of: $0.name) == tag }?.name
        default:
            guard case .listed(let other) = folder(key).meaning(of: name) else { return nil }
            return folder(other).name
        }
    }
}
