package import PhotoTree

/// Reads from an image file whom to credit, whoever wrote it there: from our own packet first, then from another XMP
/// packet, IPTC-IIM, EXIF, and the texts of a PNG. What one of them leaves out, the next may say. The file and its
/// texts are untrusted.
package enum EmbeddedCreditReader {
    package struct Found: Hashable, Sendable {
        /// The line to print, where the file has one.
        package var line: String
        package var credit: PhotoCredit
        /// Whether the file has the line itself, as we write it.
        package var isWhole: Bool
    }

    /// - Returns: nil when the file names nobody.
    package static func credit(in file: ImageBytes) -> Found? { credit(of: EmbeddedClaims(file)) }

    private static func credit(of claims: EmbeddedClaims) -> Found? {
        credit(of: claims, claims.packets.map { XMPProperties($0) })
    }

    private static func credit(of claims: EmbeddedClaims, _ properties: [XMPProperties]) -> Found? {
        let packets = properties.map { PacketClaims($0) }
        let packet = packets.first { $0.line != nil } ?? packets.first
        let exif = claims.exif
        let iptc = claims.iptc
        let author = first([
            packet?.author, Self.author(iptc.byLines, credit: iptc.credit), exif?.artist, exif?.owners.first,
            claims.png.authors.joined(separator: ", "),
        ])
        let rights = first(
            [iptc.copyright, exif?.copyright, claims.png.rights].map { text in
                text.flatMap { NamelessText.names(nobody: $0) && !NamelessText.reserves($0) ? nil : $0 }
            })
        let license = packet?.license ?? (rights.isEmpty ? nil : License(id: "", name: rights, url: nil))
        let credit = PhotoCredit(
            title: first([packet?.title, iptc.title, claims.png.title]), author: author, license: license,
            page: packet?.page ?? "")
        if let line = packet?.line { return Found(line: line, credit: credit, isWhole: true) }
        // "All rights reserved" alone credits nobody.
        guard !author.isEmpty || license.map({ !NamelessText.names(nobody: $0.name) }) == true else { return nil }
        return Found(line: credit.line, credit: credit, isWhole: false)
    }

    /// Whose a photo is that somebody has on their disk: a copyright notice is no licence there, and names the holder
    /// where nothing else names an author. What says more of rights anywhere in the file goes before a notice.
    ///
    /// - Parameters:
    ///   - claims: What the file says.
    ///   - properties: Of its XMP packets.
    /// - Returns: The credit; and the holder of the rights where a notice names one.
    static func owner(
        of claims: EmbeddedClaims, _ properties: [XMPProperties]
    ) -> (credit: PhotoCredit?, holder: String) {
        let found = credit(of: claims, properties)
        // A line of ours tells all that the photo's source told.
        guard found?.isWhole != true, found?.credit.license.flatMap({ LicenseTerms($0) }) == nil else {
            return (found?.credit, "")
        }
        let packets = properties.flatMap { PacketClaims.rights($0) }
        let authors = [found?.credit.author ?? ""] + (claims.exif?.owners ?? [])
        var holder = ""
        var more: [String] = []
        for text in packets + [claims.iptc.copyright, claims.exif?.copyright ?? "", claims.png.rights] {
            if let notice = CopyrightNotice(text, of: authors) {
                if holder.isEmpty { holder = notice.holder }
            } else if !NamelessText.names(nobody: text) || NamelessText.reserves(text) {
                more.append(text)
            }
        }
        guard let words = more.first(where: NamelessText.reserves) ?? more.first else {
            var credit = found?.credit
            // The address of a licence that we do not know is one all the same.
            if !properties.contains(where: { PacketClaims.namesLicense($0) }) {
                credit?.license = nil
            }
            return (credit, holder)
        }
        // Rights may be reserved without a name.
        var credit = found?.credit ?? PhotoCredit(title: "", author: "", license: nil, page: "")
        if words != credit.license?.name { credit.license = License(id: "", name: words, url: nil) }
        return (credit, holder)
    }

    package static func credit(in file: [UInt8]) -> Found? { credit(in: ImageBytes(file)) }

    /// "Jane Doe / Agency": what a supplier wants to be printed, with the names.
    static func author(_ names: [String], credit: String) -> String {
        let names = names.joined(separator: ", ")
        if names.isEmpty || credit.containsBytes(of: names) { return credit }
        return credit.isEmpty || names.containsBytes(of: credit) ? names : "\(names) / \(credit)"
    }

    private static func first(_ texts: [String?]) -> String {
        texts.lazy.compactMap(\.self).first { !$0.isEmpty } ?? ""
    }
}

/// What an XMP packet says of the people behind a photo.
private struct PacketClaims {
    /// The line to print; nil where the packet has none that says enough.
    var line: String?
    let title: String
    let author: String
    let license: License?
    let page: String

    init(_ properties: XMPProperties) {
        func text(_ name: String) -> String { properties.first(name) ?? "" }
        title = text("dc:title")
        var names = (properties.values["dc:creator"] ?? []).filter { !NamelessText.names(nobody: $0) }
        if names.isEmpty { names = (properties.values["cc:attributionName"] ?? []).prefix(1).map(\.self) }
        license = Self.license(properties)
        page = properties.first("cc:attributionURL") ?? properties.values["plus:Licensor"]?.last ?? ""
        let credit = Credits.printable(text("photoshop:Credit"))
        let plain = PhotoCredit(title: title, author: names.joined(separator: ", "), license: license, page: page)
        let isWhole =
            credit.hasBytes(of: plain.line) || !page.isEmpty && credit.containsBytes(of: page)
            || license.map { credit.containsBytes(of: $0.name) } == true
            || credit.containsBytes(of: ", licence unknown")
        line = isWhole && !credit.isEmpty ? credit : nil
        author = EmbeddedCreditReader.author(names, credit: line == nil ? credit : "")
    }

    /// All that it says of rights, the likelier first.
    static func rights(_ properties: XMPProperties) -> [String] {
        [properties.first("xmpRights:UsageTerms"), properties.first("dc:rights")].compactMap(\.self)
    }

    static func namesLicense(_ properties: XMPProperties) -> Bool { properties.first("cc:license")?.isEmpty == false }

    private static func license(_ properties: XMPProperties) -> License? {
        let address = properties.first("cc:license") ?? properties.first("xmpRights:WebStatement")
        let names = rights(properties)
        // The address of a licence of Creative Commons is its name, too.
        let common = properties.first("cc:license").flatMap { License(shortName: "", url: $0) }
        if let name = names.first(where: { !NamelessText.names(nobody: $0) || NamelessText.reserves($0) }) {
            // "© Jane" says whose it is, and not under which licence.
            let isNotice = ["©", "(c)", "copyright"].contains { name.lowercased().hasPrefix($0) }
            if let common, isNotice, !NamelessText.reserves(name) { return common }
            return License(id: "", name: name, url: address)
        }
        return common
    }
}
