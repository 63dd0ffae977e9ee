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

    /// Places whose names begin with the typed text, in any case. The typed letters stay as they are.
    static var placeNames: CompletionKind {
        .custom { _, _, typed in
            guard !typed.isEmpty, let gazetteer = try? Gazetteer.bundled() else { return [] }
            var seen: Set<String> = []
            return gazetteer.search(typed, limit: 30).compactMap { match in
                let name = match.place.name
                guard name.lowercased().hasPrefix(typed.lowercased()) else { return nil }
                let completed = typed + name.dropFirst(typed.count)
                return seen.insert(completed).inserted ? completed : nil
            }
        }
    }
}
