import PhotoTree

/// A directory that becomes one of the folders beside it when it is renamed. Each kind of these says in its own file
/// what a README.txt tells of that.
struct PlaceholderFolder: TextWriting {
    let key: DirectoryKey
    let listings: Listings
    /// Nil once it is gone.
    var given: @Sendable () -> Placeholder? = { nil }
    var readme = ""
    var ignoresAttributes = false

    var parent: DirectoryKey? { key.branch }
    var name: String { given()?.name ?? "" }
    var extent: Extent { Extent(count: 0, modified: given()?.made ?? began) }
    var isThere: Bool { given() != nil }

    var shape: Shape {
        Shape(files: [.readme], takesRemovals: true, ignoresAttributes: ignoresAttributes, isPrivate: true)
    }

    func text(of file: GeneratedFile, _ listing: Listing?) -> String? { file == .readme ? readme : nil }
}
