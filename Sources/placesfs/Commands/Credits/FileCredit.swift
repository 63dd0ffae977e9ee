internal import EmbeddedCredit
internal import Foundation
internal import LinuxProcess
internal import PhotoTree

/// The credit of one file, and where it was found.
struct FileCredit: Encodable, Hashable, Sendable {
    enum Origin: String, Encodable, Sendable {
        /// The file has the credit in its extended attributes.
        case attributes
        /// The file contains the credit, in XMP, IPTC or EXIF.
        case embedded
        /// A catalog knows the file by its digest.
        case digest
    }

    /// The path as the user would type it.
    let path: String
    /// The line to print.
    private(set) var credit: String
    var title: String?
    var author: String?
    var license: String?
    var licenseURL: String?
    var page: String?
    let foundBy: Origin
    /// Whether the file has the whole line in it, and so nobody knows better.
    private(set) var isWhole = false

    enum CodingKeys: String, CodingKey {
        case path, credit, title, author, license, page
        case licenseURL = "license_url"
        case foundBy = "found_by"
    }

    /// The credit in the attributes of the file at `path`; nil when it has none.
    ///
    /// - Throws: The system's error for the path.
    init?(attributesOf path: String) throws(Errno) {
        let attributes = ExtendedAttributes(of: path)
        func value(_ name: String) throws(Errno) -> String? {
            do throws(Errno) {
                let text = String(decoding: try attributes.value(of: "user." + name), as: UTF8.self)
                let line = Credits.printable(text)
                return line.isEmpty ? nil : line
            } catch {
                // There is no such attribute, or the file system has none at all.
                guard error == .noData || error == .notSupported else { throw error }
                return nil
            }
        }
        guard let credit = try value("places.credit") else { return nil }
        self.path = path
        self.credit = credit
        title = try value("dublincore.title")
        author = try value("dublincore.creator")
        license = try value("places.license")
        licenseURL = try value("places.license_url")
        page = try value("xdg.referrer.url")
        foundBy = .attributes
    }

    /// The credit embedded in the file at `path`; nil when it names nobody, or cannot be read.
    init?(embeddedIn path: String) {
        guard let handle = FileHandle(forReadingAtPath: path), let end = try? handle.seekToEnd(),
            let length = Int(exactly: end)
        else { return nil }
        let bytes = ImageBytes(count: length) { range in
            do {
                try handle.seek(toOffset: UInt64(range.lowerBound))
                return Array(try handle.read(upToCount: range.count) ?? Data())
            } catch {
                // A part that cannot be read says nothing.
                return []
            }
        }
        guard let found = EmbeddedCreditReader.credit(in: bytes) else { return nil }
        self.init(of: path, found.credit, foundBy: .embedded)
        credit = found.line
        isWhole = found.isWhole
    }

    init(of path: String, _ known: PhotoCredit, foundBy: Origin = .digest) {
        func line(_ text: String) -> String? {
            let line = Credits.printable(text)
            return line.isEmpty ? nil : line
        }
        self.path = path
        credit = known.line
        title = line(known.title)
        author = line(known.author)
        license = line(known.license?.name ?? "")
        licenseURL = line(known.license?.url ?? "")
        page = line(known.page)
        self.foundBy = foundBy
    }

    /// The credit after the file's name on one line; the name may contain any bytes.
    var namedLine: String { Credits.printable(path) + ": " + credit }
}
