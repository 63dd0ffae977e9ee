internal import ArgumentParser
internal import Foundation
internal import LinuxProcess
internal import PhotoTree

/// What a shell offers to complete an option.
extension CompletionKind {
    /// The words that a key takes.
    static func choices<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) -> CompletionKind {
        .list(type.allCases.map(\.rawValue))
    }

    /// The mountpoints of placesfs now.
    static var ourMountpoints: CompletionKind {
        .custom { _, _, _ in MountTable.now().ours.map(\.mountpoint) }
    }

    /// `PlaceCompletion`.
    static var placeNames: CompletionKind {
        .custom { _, _, typed in PlaceCompletion.names(beginning: typed) }
    }
}

/// Completes the names of places. The typed letters stay as they are.
enum PlaceCompletion {
    /// Names that begin with `typed`, in any case: places' own, and those that well-known places have in other languages.
    static func names(beginning typed: String) -> [String] {
        guard !typed.isEmpty, let gazetteer = try? Gazetteer.bundled() else { return [] }
        var seen: Set<String> = []
        let others = gazetteer.otherNames()
        // Many more than are offered: what matches a few letters best has them in some name, not in one that begins so.
        let completed = gazetteer.search(typed, limit: 400).lazy.compactMap { match -> String? in
            let names = [match.place.name] + (others[match.place.id] ?? [])
            guard let name = names.first(where: { $0.lowercased().hasPrefix(typed.lowercased()) }) else { return nil }
            return typed + name.dropFirst(typed.count)
        }
        return Array(completed.filter { seen.insert($0).inserted }.prefix(30))
    }
}
