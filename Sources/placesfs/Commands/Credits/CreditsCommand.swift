internal import ArgumentParser
internal import PhotoTree

/// `placesfs credits`: the line to print beside a photo, for photos in a mount and for copies, with attributes or
/// without.
struct CreditsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "credits", abstract: "Print the credit line of each photo or copy.",
        discussion: """
            One line for each photo: "Title" by Author, licence, page. With several FILEs, or a folder, each line begins \
            with the file's name and a colon. A folder stands for all photos in it and in its folders.
            A photo in the mount has the line in an attribute, and so has a copy that kept its attributes. Any other \
            file is compared with the photos that were read through placesfs on this machine. It is found if its bytes \
            are the same, whatever its name is. Else its own metadata count, if nobody removed them: XMP, IPTC or EXIF, \
            in JPEG, PNG, WebP, TIFF, AVIF and HEIC. Nothing is downloaded.
            Files that are not found are named on standard error, each on a line, and the status is 70.
            """)

    @Flag(help: "As a JSON array, one object a photo (default: no).")
    var json = false

    @OptionGroup var options: StoredOptions

    @Argument(help: "Photos, copies of photos, or folders of them.", completion: .file())
    var files: [String]

    func run() async throws {
        let folders = try options.folders()
        let catalogs = try StoredState.catalogs(in: folders.state, of: folders.name)
        var search = CreditSearch(in: catalogs, state: folders.state)
        for file in files {
            search.add(file)
        }
        await search.lookUp()
        try printCredits(search.credits)
        for failure in search.failures where files.count > 1 || search.failures.count > 1 || !search.credits.isEmpty {
            Output.complaint(failure.line)
        }
        guard let failure = search.failures.last else { return }
        if files.count > 1 || search.failures.count > 1 || !search.credits.isEmpty { Output.end(failure.status) }
        throw failure
    }

    private func printCredits(_ credits: [FileCredit]) throws {
        if json {
            try Output.json(credits)
        } else {
            let isAlone = files.count == 1 && credits.first?.path == files.first
            let lines = credits.map { isAlone ? $0.credit : $0.namedLine }
            for line in lines { Output.text(PrintableText.line(line, maximumBytes: 64 << 10)) }
        }
    }
}
