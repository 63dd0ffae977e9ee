internal import PhotoTree

/// The files of one folder that may tell something of the pictures beside them.
struct BesideFiles {
    typealias File = (name: [UInt8], status: PictureStatus)

    /// By the names in small letters. Some may differ in more than that.
    private var packets: [String: [(name: String, file: File)]] = [:]
    private var exports: [(name: String, file: File)] = []

    init(_ files: [([UInt8], PictureStatus)]) {
        for file in files {
            let name = file.0.pathText
            if name.lowercased().hasSuffix(".xmp") {
                packets[name.lowercased(), default: []].append((name, file))
            } else {
                exports.append((name, file))
            }
        }
    }

    /// Those of one picture: `NAME.jpg.xmp`, else `NAME.xmp`; and what Google Takeout wrote.
    func of(_ picture: [UInt8]) -> [File] {
        guard !packets.isEmpty || !exports.isEmpty else { return [] }
        let name = picture.pathText
        let stem = name.droppingLastBytes(PhotoEnding.of(name)?.utf8.count ?? 0)
        let packet = packet(of: name) ?? packet(of: stem)
        let export = Takeout.names(beside: name, candidates: exports.lazy.map(\.name)).first.flatMap { found in
            exports.first { $0.name.hasBytes(of: found) }?.file
        }
        return [packet, export].compactMap(\.self)
    }

    private func packet(of name: String) -> File? {
        let found = packets[name.lowercased() + ".xmp"] ?? []
        return (found.first { $0.name.lowercased().hasBytes(of: name.lowercased() + ".xmp") } ?? found.first)?.file
    }
}
