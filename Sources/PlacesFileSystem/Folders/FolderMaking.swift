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
    /// What is told of a folder that somebody moves here from elsewhere, which nobody can; nil where that is no surprise.
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
