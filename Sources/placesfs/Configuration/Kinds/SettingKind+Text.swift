internal import ArgumentParser
internal import Flickr
internal import Foundation
internal import PlacesFileSystem

extension SettingKind where Value == String? {
    static var name: Self {
        Self("name") { given throws(CommandFailure) in try given.text() }
    }

    /// A path, made absolute: `~` is the home directory. On a command line other relative paths start at the working
    /// directory.
    static func path(_ valueName: String, _ completion: CompletionKind) -> Self {
        Self(valueName, completion: completion, path: { $0 }) { given throws(CommandFailure) in
            let text = try given.text()
            try given.checkPath(text)
            return AbsolutePath.of(text)
        }
    }

    static var folder: Self { path("folder", .directory) }
    static var file: Self { path("file", .file()) }

    /// A mail or web address that is valid in a header.
    static var contact: Self {
        Self("address") { given throws(CommandFailure) in
            let text = try given.text()
            let isPlain =
                text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !text.contains { "()<>\",;\\".contains($0) }
            let halves = text.split(separator: "@", omittingEmptySubsequences: false)
            let isMail = halves.count == 2 && !halves[0].isEmpty && halves[1].contains(".")
            guard isPlain, text.utf8.count <= 200, isMail || HostName(of: text) != nil else {
                throw given.reject(
                    "'\(text)' is neither a mail address like me@example.org nor a page like https://example.org/me")
            }
            return text
        }
    }
}

extension SettingKind where Value == Rendition? {
    static var rendition: Self {
        Self("name") { given throws(CommandFailure) in Rendition(name: try given.text(), given: given) }
    }
}

extension SettingKind where Value == Result<APIKey, CommandFailure>? {
    /// Where the key is written is checked for every source; a flaw of the key itself is only kept. `Configuration`
    /// looks at its form: a simulator takes others than Flickr gives.
    static var apiKey: Self {
        Self("key") { given throws(CommandFailure) in
            try given.checkPrivacy()
            return Result { () throws(CommandFailure) in
                let text = try given.text().trimmingCharacters(in: .whitespacesAndNewlines)
                // The message must not contain the text: it may be a key with a typing error.
                guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), text.utf8.count <= 1_000, let key = APIKey(text)
                else {
                    throw given.rejectKey()
                }
                return key
            }
        }
    }
}

extension SettingKind where Value == ThumbnailerPolicy {
    static var thumbnailers: Self {
        Self("programs") { given throws(CommandFailure) in
            let text = try given.text()
            guard let policy = ThumbnailerPolicy(text) else {
                throw given.reject("'\(text)' is no list of programs like \(ThumbnailerPolicy.standardList)")
            }
            return policy
        } write: {
            $0 == .standard ? ThumbnailerPolicy.standardList : nil
        }
    }
}

extension SettingKind where Value == ExactSizePolicy {
    static var exactSizePrograms: Self {
        Self("programs") { given throws(CommandFailure) in
            let text = try given.text()
            guard let policy = ExactSizePolicy(text) else {
                throw given.reject(
                    "'\(text)' is no list of programs like \(ExactSizePolicy.standardList), and not none")
            }
            return policy
        } write: {
            $0 == .standard ? ExactSizePolicy.standardList : nil
        }
    }
}
