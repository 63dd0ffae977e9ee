/// Photoshop's image resources, which hold IPTC-IIM in JPEG and TIFF ("Adobe Photoshop File Formats Specification").
/// Untrusted: every length is checked.
enum PhotoshopResources {
    /// In front of a JPEG segment's resources.
    static let identifier = Array("Photoshop 3.0\0".utf8)
    static let iptc = 0x0404

    private static let signature = Array("8BIM".utf8)

    static func begins(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.starts(with: signature) }

    /// The content of the resource with this number; nil when there is none before damage.
    static func content(_ number: Int, in resources: [UInt8]) -> ArraySlice<UInt8>? {
        let bytes = ImageBytes(resources)
        var position = 0
        while bytes.bytes(position, 4)?.elementsEqual(signature) == true {
            // A name as in Pascal follows the number; name and content have an even length each.
            guard let found = bytes.number(position + 4, 2), let name = bytes.number(position + 6, 1) else {
                return nil
            }
            let size = position + 6 + (name + 2) / 2 * 2
            guard let length = bytes.number(size, 4), let content = bytes.bytes(size + 4, length) else { return nil }
            if found == number { return content }
            position = size + 4 + (length + 1) / 2 * 2
        }
        return nil
    }
}
