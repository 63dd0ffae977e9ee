internal import PhotoTree

extension String {
    /// The path, quoted for a line that the user copies into a shell: folder names may contain blanks, as most pins'
    /// names do.
    var shellWord: String { ShellWord.quoted(path: self) }
}
