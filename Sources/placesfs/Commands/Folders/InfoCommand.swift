internal import ArgumentParser
internal import Foundation
internal import LinuxProcess
internal import PhotoTree

/// `placesfs info`: all attributes of a photo or folder, in the mount or on a copy that kept them.
struct InfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show a photo's or folder's title, subtitle and all attributes.",
        discussion: "Nothing is downloaded. Works on copies too, if they were made with their attributes (cp -a).")

    @Flag(help: "As a JSON array, one object a PATH (default: no).")
    var json = false

    @Argument(help: "Photos or folders.", completion: .file())
    var paths: [String]

    func run() async throws {
        var known: [PathFacts] = []
        var failures = PathFailures(of: paths)
        for path in paths {
            defer { StoppedDaemonWatch.leave() }
            do throws(CommandFailure) {
                _ = try FollowedPath.reached(path)
                known.append(try PathFacts(of: path))
            } catch {
                failures.add(error)
            }
        }
        if json {
            try Output.json(known)
        } else if !known.isEmpty {
            Output.text(known.map(\.text).joined(separator: "\n"))
        }
        try failures.end()
    }
}

/// A path's title, subtitle and attributes.
struct PathFacts: Encodable, Hashable, Sendable {
    let path: String
    let title: String
    let subtitle: String?
    let attributes: [String: String]

    /// The attributes that are answered by name but not listed, because they change.
    static let changing = [
        "state", "size", "viewed", "rendition", "embedded", "refreshed", "error", "hidden", "sizes", "keep", "kept",
    ].map { "user.places." + $0 }

    /// The length in characters of a title that is made from a description.
    private static let longestTitle = 60

    /// - Throws: `.pathUnreadable`.
    init(of path: String) throws(CommandFailure) {
        let source = ExtendedAttributes(of: path)
        var attributes: [String: String] = [:]
        do throws(Errno) {
            for name in try source.names() + Self.changing {
                attributes[name] = try Self.value(of: name, source)
            }
        } catch {
            if let end = MountTable.now().mount(of: path)?.end(told: SystemFailure(error)) { throw end }
            guard error == .notSupported else {
                throw CommandFailure(.pathUnreadable, "cannot read \(path): \(SystemFailure(error).words)")
            }
        }
        let isFolder =
            (try? FileManager.default.attributesOfItem(atPath: path)[.type]) as? FileAttributeType == .typeDirectory
        guard isFolder || attributes.keys.contains(where: Self.isOurs) else {
            throw CommandFailure(
                .notAPhoto, "\(path) is no photo of placesfs, nor a copy that kept its attributes (cp -a keeps them)")
        }
        self.init(path: path, attributes: attributes)
    }

    private static func isOurs(_ name: String) -> Bool {
        ["user.places.", "user.dublincore.", "user.geo.", "user.xdg.", "user.flickr.", "user.commons."].contains {
            name.hasPrefix($0)
        }
    }

    init(path: String, attributes: [String: String]) {
        self.path = path
        self.attributes = attributes
        let description = attributes["user.xdg.comment"].map { PlainText.oneLine($0) } ?? ""
        if let title = attributes["user.places.title"] ?? attributes["user.dublincore.title"] {
            self.title = title
            subtitle = (attributes["user.places.subtitle"] ?? attributes["user.xdg.comment"])?
                .split(whereSeparator: \.isNewline).first.map(String.init)
        } else if attributes["user.places.id"] != nil, !description.isEmpty {
            // The same words as in the file's name, but without a rank and with characters that a name cannot contain.
            title = PlainText.firstWords(of: description, limit: Self.longestTitle)
            subtitle = nil
        } else {
            title = URL(fileURLWithPath: path).lastPathComponent
            subtitle = nil
        }
    }

    /// The title, the subtitle below it, then the attributes in order of their names, which getfattr(1) takes.
    var text: String {
        let head = [title, subtitle].compactMap(\.self).map(Self.printable)
        let names = attributes.keys.sorted()
        let width = names.map(\.count).max() ?? 0
        let lines = names.map { name in
            "    " + Self.printable(name).padding(toLength: width, withPad: " ", startingAt: 0) + "  "
                + Self.printable(attributes[name] ?? "")
        }
        return (head + lines).joined(separator: "\n") + "\n"
    }

    private static func value(of name: String, _ source: ExtendedAttributes) throws(Errno) -> String? {
        do throws(Errno) {
            return String(decoding: try source.value(of: name), as: UTF8.self)
        } catch {
            // The attribute vanished since it was listed, or never existed.
            guard error == .noData else { throw error }
            return nil
        }
    }

    /// Titles are untrusted text: nothing in them may move a terminal's cursor, or change the direction of a line.
    private static func printable(_ text: String) -> String {
        Credits.printable(text)
    }
}
