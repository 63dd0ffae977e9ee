import PhotoTree

/// A folder into which users put photos by hand.
protocol PhotoTaking: PhotoRemoving {
    var number: NodeNumber { get }
    var albums: Albums { get }
}
