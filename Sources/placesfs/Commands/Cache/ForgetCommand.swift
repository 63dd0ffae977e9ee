internal import ArgumentParser
internal import PhotoTree

/// `placesfs cache forget`: removes photos that the user no longer wants to keep.
struct ForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Remove photos at once, from disk and from every list.",
        discussion: """
            Removes their images in all sizes, and takes them out of collections, recents and the folders of places and \
            tags. A collection that had one never shows it again. A place or tag shows it when the source lists it again. \
            Copies outside the mount stay as they are.

            PHOTO is a path in a mount, a photo's id, or the address of its page at the source. The last two work \
            without a mount, too. Ends with status 36 for a path that is no photo, with 37 for a photo that nobody \
            knows.
            """)

    @OptionGroup var which: CacheArguments

    @Argument(help: "Paths in a mount, ids, or addresses of pages.", completion: .file())
    var photos: [String]

    func run() async throws {
        var failures = PathFailures(of: photos)
        for photo in photos {
            do throws(CommandFailure) {
                let name = try await UnwantedPhoto.forgotten(photo, among: which.caches)
                Output.text(PrintableText.line("forgot \(name)"))
            } catch {
                failures.add(error)
            }
        }
        try failures.end()
    }
}
