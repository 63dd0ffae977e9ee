internal import PhotoTree

/// The files of one folder that may tell something of the pictures beside them.
struct BesideFiles {
    typealias File = (name: [UInt8], status: PictureStatus)

    private var packets: [String: File] = [:]
    private var exports: [File] = []
    private var names: [String: File] = [:]

    init(_ files: [([UInt8], PictureStatus)]) {
        for file in files {
            let name = String(decoding: file.0, as: UTF8.self)
            if name.lowercased().hasSuffix(".xmp") {
                packets[name.lowercased()] = file
            } else {
                exports.append(file)
                names[name] = file
            }
        }
    }

    /// Those of one picture: `NAME.jpg.xmp`, else `NAME.xmp`; and what Google Takeout wrote.
    func of(_ picture: [UInt8]) -> [File] {
        guard !packets.isEmpty || !exports.isEmpty else { return [] }
        let name = String(decoding: picture, as: UTF8.self)
        let stem = name.droppingLastBytes(PhotoEnding.of(name)?.utf8.count ?? 0)
        let packet = packets[name.lowercased() + ".xmp"] ?? packets[stem.lowercased() + ".xmp"]
        let export = Takeout.names(beside: name, candidates: names.keys).first.flatMap { names[$0] }
        return [packet, export].compactMap(\.self)
    }
}
