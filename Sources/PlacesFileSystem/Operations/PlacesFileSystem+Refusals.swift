import FUSE
import PhotoTree

// Why a name was refused is recorded for every name: the reason that `user.places.error` tells is that of the last one.
extension PlacesFileSystem {
    /// Runs `change`, which gives a directory in `folder` the name. If it is refused and no part said why, the reason
    /// follows from the errno.
    func naming<Value>(
        _ name: String, in folder: any FolderMaking, _ change: () async throws(Errno) -> Value
    ) async throws(Errno) -> Value {
        let key = folder.key
        let before = errors.lastRefusal(in: key)?.number
        do throws(Errno) {
            let value = try await change()
            errors.forgetRefusal(in: key)
            return value
        } catch {
            // Desktops try hidden names, people do not.
            guard !name.beginsWithBytes(of: "."), errors.lastRefusal(in: key)?.number == before,
                let reason = reason(for: error, name, in: folder)
            else { throw error }
            throw errors.refused(error, name, in: key, reason)
        }
    }

    /// The errno for a folder that somebody moves into another one.
    func refusedMove(of name: String, into key: DirectoryKey) -> Errno {
        guard let rule = (folder(key) as? any FolderMaking)?.ruleOfMoves else { return .readOnly }
        return errors.refused(.readOnly, name, in: key, "\"\(PrintableText.line(name, maximumBytes: 100))\" \(rule)")
    }

    /// Nil for an errno that says nothing about the name.
    private func reason(for errno: Errno, _ name: String, in folder: any FolderMaking) -> String? {
        let shown = PrintableText.line(name, maximumBytes: 100)
        switch errno {
        case .exists:
            let other = folder.namesake(of: name).map { PrintableText.line(self.folder($0).name, maximumBytes: 300) }
            return "\"\(shown)\" is here already" + (other.map { ", as \"\($0)\"" } ?? "")
        case .invalid where FileName.isReserved(name):
            return "\"\(shown)\" is the name of a file of placesfs; choose another"
        case .invalid: return "\"\(shown)\" \(folder.ruleOfNames)"
        default: return nil
        }
    }
}
