internal import PhotoTree

extension String {
    /// A path in a line that the user copies into a shell: a folder's name may have blanks in it, and most pins' have.
    var shellWord: String { ShellWord.quoted(path: self) }
}
