/// Addresses of files relative to the file that contains them (RFC 3986, 4.2).
public enum RelativeReference {
    /// `path` ("../Paris/a b.jpg") with everything but unreserved characters and slashes percent-encoded.
    public static func from(path: String) -> String {
        var reference: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                reference.append(byte)
            default:
                reference.append(UInt8(ascii: "%"))
                reference.append(digits[Int(byte >> 4)])
                reference.append(digits[Int(byte & 15)])
            }
        }
        return String(decoding: reference, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
