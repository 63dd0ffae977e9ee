internal import ArgumentParser
internal import Foundation
internal import LinuxProcess

/// What a shell offers behind an option.
extension CompletionKind {
    /// The words that a key takes.
    static func choices<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) -> CompletionKind {
        .list(type.allCases.map(\.rawValue))
    }

    /// Where placesfs is mounted now.
    static var ourMountpoints: CompletionKind {
        .custom { _, _, _ in MountTable.now().ours.map(\.mountpoint) }
    }
}
