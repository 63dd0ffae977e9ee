internal import Foundation
internal import LinuxProcess

/// The folder of a pin in a mount of ours, as programs see it. The command does not guess what a path is: it asks the
/// mount for another collection, and the mount's error tells why there is none.
struct PinPath: Hashable, Sendable {
    private let place: PathInMount
    var path: String { place.path }
    var mount: MountTable.Mount { place.mount }

    private static let collectionFile = "New Collection.txt"
    /// Creating this file asks for another collection; the file itself never exists.
    private static let trigger = ".new-collection"

    var name: String { URL(fileURLWithPath: path).lastPathComponent }
    private var pins: String { mount.mountpoint + "/pins" }

    // MARK: Asking

    /// Asks for another collection of the pin whose folder `given` is, or is in.
    ///
    /// - Parameters:
    ///   - given: The path as it was typed.
    ///   - others: Pins that were asked for just before: several paths may be in the same one.
    /// - Returns: The pin; it may be one of `others`.
    /// - Throws: Why there is none, and what to do.
    static func asked(at given: String, after others: [PinPath]) throws(CommandFailure) -> PinPath {
        let place = try PathInMount(given, in: "pins", to: "change its pins")
        let url = URL(fileURLWithPath: place.path)
        var folder = PinPath(place: place)
        let around = PinPath(
            place: PathInMount(path: url.deletingLastPathComponent().path, mount: place.mount))
        // While a collection is being loaded the file does not exist, but its folder does, and answers that.
        if !place.inside.isEmpty, [collectionFile, trigger].contains(url.lastPathComponent) { folder = around }
        var refusal = folder.refusal(after: others)
        if refusal == .notDirectory, folder != around {
            folder = around
            refusal = folder.refusal(after: others)
        }
        if let refusal { throw folder.failure(refusal) }
        return folder
    }

    /// The mount's error for another collection; nil when one is being loaded now.
    private func refusal(after others: [PinPath]) -> Errno? {
        guard !others.contains(self) else { return nil }
        // An album takes any file.
        guard place.inside.first != "albums" else { return .readOnly }
        do throws(Errno) {
            try MountedFolder(mount).create((place.inside + [Self.trigger]).joined(separator: "/"))
            return nil
        } catch {
            return error
        }
    }

    private func failure(_ errno: Errno) -> CommandFailure {
        switch errno {
        case .busy:
            CommandFailure(
                .collectionLoading,
                "a collection of \(path) is still being loaded: wait until \(Self.collectionFile) is back")
        case .noEntry:
            CommandFailure(.pathUnreadable, "there is no \(path); the pins are the folders in \(pins)")
        case .readOnly where mount.isReadOnly:
            place.readOnly(to: "change pins")
        case .readOnly:
            notAPin
        case .access, .notPermitted:
            CommandFailure(.notPermitted, "only the user who mounted \(mount.mountpoint) may change its pins")
        default:
            place.unusable(SystemFailure(errno))
        }
    }

    private var notAPin: CommandFailure {
        if place.inside.first == "search", place.inside.count > 1 {
            return CommandFailure(
                .notAPin, "\(path) brings new photos by itself; one with \"random\" in its name draws others by lot")
        }
        let isInPins = path.hasPrefix(pins + "/")
        return CommandFailure(
            .notAPin,
            isInPins
                ? "\(path) is no pin yet; first rename it to a point, such as 48.8584,2.2945, or to a place"
                : "\(path) is not the folder of a pin; those are the folders in \(pins)")
    }

    // MARK: Waiting

    /// One line about the pin's collection; nil while one is being loaded.
    ///
    /// - Throws: `.collectionFailed` with the source's words, when none arrived.
    func collection() throws(CommandFailure) -> String? {
        let state = try place.attribute("state")
        guard state?.hasPrefix("downloading") != true else { return nil }
        guard state == "fresh" else {
            let reason = try place.attribute("error").map { " (\($0))" } ?? ""
            throw CommandFailure(
                .collectionFailed,
                "no other collection of \(path) came\(reason); listing the folder asks again, and so does this command")
        }
        do {
            let text = try WholeFile.text("\(path)/\(Self.collectionFile)")
            return String(text.prefix { !$0.isNewline })
        } catch {
            let errno = SystemFailure(error).errno ?? .inputOutput
            // The file is gone again: another user or program asked for yet another collection.
            guard errno == .noEntry else { throw place.unusable(SystemFailure(errno)) }
            return nil
        }
    }
}
