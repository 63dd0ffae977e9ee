internal import Foundation
internal import PhotoTree

/// The part of a mount's `status.json` that tells what is kept.
struct KeptMount: Decodable, Sendable {
    var mountpoint: String
    /// Nil from a daemon of an earlier version.
    var kept: [KeptStatus]?
    var keptBytes: Int64?
    var keepLimit: Int64?

    /// - Throws: Why the mount does not tell.
    init(at mountpoint: String) throws(CommandFailure) {
        let text = try MountStatus(of: mountpoint).json()
        do {
            self = try JSONDecoder().decode(KeptMount.self, from: Data(text.utf8))
        } catch {
            throw CommandFailure(
                .pathUnreadable, "the daemon behind \(mountpoint) is of another version; unmount and mount again")
        }
    }

    /// A line for each folder: path, `42 of 50`, size, when its list last changed.
    var lines: [String] {
        let rows = (kept ?? []).map { folder in
            [
                (mountpoint == "/" ? "" : mountpoint) + "/" + folder.path, "\(folder.photos) of \(folder.of)",
                "\(ByteCount(folder.bytes))", folder.changed ?? "never listed", folder.error ?? "",
            ]
        }
        let widths = (0..<4).map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        return rows.map { row in
            let padded = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: max(0, width - DisplayWidth.of(cell)))
            }
            let line = padded.joined(separator: "  ") + (row[4].isEmpty ? "" : "  (\(row[4]))")
            return line
        }
    }
}
