internal import ArgumentParser
internal import Foundation
internal import Gazetteer
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
    /// Names that begin with `typed`, in any case: places' own, and those that well-known places have in other
    /// languages. Of the place that is most likely meant those, too, that lack the accents.
    static func names(beginning typed: String) -> [String] {
        guard !typed.isEmpty, let gazetteer = try? Gazetteer.bundled() else { return [] }
        let (written, bare) = (typed.lowercased(), folded(typed))
        var seen: Set<String> = []
        var completed: [String] = []
        for (index, match) in gazetteer.search(typed, limit: 30).enumerated() {
            for name in [match.place.name] + gazetteer.otherNames(of: match.place.id)
            where name.lowercased().hasPrefix(written) || (index == 0 && folded(name).hasPrefix(bare)) {
                let whole = typed + name.dropFirst(typed.count)
                if seen.insert(whole).inserted { completed.append(whole) }
            }
        }
        return completed
    }

    private static func folded(_ name: String) -> String {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
