/// What a name says of a file that a program copies into an album.
public enum CopyName {
    /// Whether placesfs writes files of this name among photos: a copy of a folder has them, and an album makes its
    /// own.
    public static func isOurs(_ name: String) -> Bool {
        let key = FileName.key(name)
        if FileName.isReserved(name) || key == "photos.csv" { return true }
        return endingsOfOurs.contains { key.endsWithBytes(of: $0) && key.utf8.count > $0.utf8.count }
    }

    /// Whether a file that begins with these bytes was written by placesfs, whatever its name.
    public static func isOurs(_ beginning: [UInt8]) -> Bool {
        beginnings.contains { beginning.starts(with: $0) }
    }

    /// The name that a program will give to a file with a provisional one when it is complete; empty where that cannot
    /// be told. nil for a name that is no provisional one.
    ///
    /// rsync: `.NAME.Ab12Cd`. KIO and browsers: `NAME.part`. GIO: `.goutputstream-AB12CD`. rclone: `NAME.partial`.
    public static func final(of name: String) -> String? {
        if name.beginsWithBytes(of: ".goutputstream-") { return "" }
        for ending in endingsOfParts where name.endsWithBytes(of: ending) && name.utf8.count > ending.utf8.count {
            return name.droppingLastBytes(ending.utf8.count)
        }
        guard name.utf8.first == UInt8(ascii: "."), let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else {
            return nil
        }
        let (inner, random) = (name.utf8[..<dot].dropFirst(), name.utf8[dot...].dropFirst())
        let isRandom = random.count == 6 && random.allSatisfy(isLetterOrDigit)
        return isRandom && !inner.isEmpty ? String(decoding: inner, as: UTF8.self) : nil
    }

    private static let endingsOfOurs = [".geojson", ".xmp"]
    private static let endingsOfParts = [".part", ".partial", ".crdownload", ".filepart"]
    private static let beginnings = [
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\"",
        "{\"type\":\"Feature", "<?xpacket begin=",
    ].map { Array($0.utf8) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
