internal import ArgumentParser
internal import PhotoTree

/// `placesfs cache forget`: photos that are to be kept no longer.
struct ForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Let go of photos at once, and take them out of every list.",
        discussion: """
            Their images in all sizes are removed, and they leave albums, recents and the folders of places and tags.
            An album that had one never shows it again; a place or tag shows it when the source lists it again. What
            others copied out of the mount is not touched.

            PHOTO is a path in a mount, or, mounted or not, a photo's id or the address of its page at the source. Ends
            with status 36 for a path that is no photo, 37 when no such photo is known.
            """)

    @OptionGroup var which: CacheArguments

    @Argument(help: "Paths in a mount, ids, or addresses of pages.", completion: .file())
    var photos: [String]

    func run() async throws {
        var failure: CommandFailure?
        for photo in photos {
            do throws(CommandFailure) {
                let name = try await UnwantedPhoto.forgotten(photo, among: which.caches)
                Output.text(PrintableText.line("forgot \(name)"))
            } catch {
                // Of several each is told; one alone ends the command and is told then.
                if photos.count > 1 { Output.complaint(error.line) }
                failure = error
            }
        }
        guard let failure else { return }
        if photos.count > 1 { failure.status.end() }
        throw failure
    }
}
