internal import PhotoTree

/// The photos in the arguments that a process was started with, as far as they are files of the mount.
enum NamedPhotos {
    /// The paths of the photos relative to the mountpoint, each once. An argument is a path, which may be relative to
    /// the process's working directory, or a file: URI, as desktops pass a file that was clicked.
    static func paths(in arguments: [String], workingDirectory: String?, mountpoint: String) -> Set<String> {
        let root = PathText.components(mountpoint)
        var found: Set<String> = []
        for argument in arguments.dropFirst() where PhotoEnding.of(argument) != nil {
            guard let path = absolute(argument, workingDirectory) else { continue }
            let parts = PathText.components(path)
            guard parts.count > root.count, parts.starts(with: root) else { continue }
            found.insert(parts.dropFirst(root.count).joined(separator: "/"))
        }
        return found
    }

    private static func absolute(_ argument: String, _ workingDirectory: String?) -> String? {
        if argument.beginsWithBytes(of: "file:") {
            let path = argument.utf8.dropFirst("file:".utf8.count)
            // "file:///path" and "file:/path"; a file of another host is not ours.
            let local = path.starts(with: "//".utf8) ? path.dropFirst(2) : path
            guard local.first == UInt8(ascii: "/") else { return nil }
            return decoded(Substring(local))
        }
        if argument.utf8.first == UInt8(ascii: "/") { return argument }
        if argument.contains("://") { return nil }
        return workingDirectory.map { $0 + "/" + argument }
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(Substring(rest.prefix(2)), radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
