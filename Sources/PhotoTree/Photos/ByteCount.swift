/// A number of bytes, as options give it and status shows it.
public struct ByteCount: RawRepresentable, Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
    public let rawValue: Int64

    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    public init(_ bytes: Int64) {
        rawValue = bytes
    }

    /// Reads "512", "64K", "10M", "2.5 GiB", "300MB": as in rclone and GNU tools, K, M, G, T (in any case, with or
    /// without `iB`) are powers of 1024 and `KB`, `MB`, `GB`, `TB` powers of 1000; fractions are rounded down to bytes.
    /// nil for anything else, for negative numbers and for 8 EiB and more.
    public init?(parsing text: String) {
        let trimmed = TextCut.trimmed(text)
        let number = trimmed.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = TextCut.trimmed(trimmed.dropFirst(number.count)).lowercased()
        guard let factor = Self.factors[unit], number.first != ".", number.last != "." else { return nil }
        if let whole = Int64(number) {
            let (bytes, overflow) = whole.multipliedReportingOverflow(by: factor)
            guard !overflow else { return nil }
            rawValue = bytes
        } else {
            guard number.filter({ $0 == "." }).count == 1, let fraction = Double(number) else { return nil }
            let bytes = (fraction * Double(factor)).rounded(.down)
            guard bytes < 0x1p63 else { return nil }
            rawValue = Int64(bytes)
        }
    }

    /// For people, in powers of 1024 with one decimal that is left out when it is zero: "512 B", "64 KiB", "2.5 GiB".
    public var description: String {
        var unit = 0
        var divisor: UInt64 = 1
        while unit + 1 < Self.units.count, rawValue.magnitude >= divisor * 1024 {
            divisor *= 1024
            unit += 1
        }
        let whole = rawValue.magnitude / divisor
        let tenth = (rawValue.magnitude % divisor) * 10 / divisor
        let decimals = tenth > 0 && whole < 100 ? ".\(tenth)" : ""
        return "\(rawValue < 0 ? "-" : "")\(whole)\(decimals) \(Self.units[unit])"
    }

    public static func < (left: ByteCount, right: ByteCount) -> Bool {
        left.rawValue < right.rawValue
    }

    private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"]

    private static let factors: [String: Int64] = {
        var factors: [String: Int64] = ["": 1, "b": 1]
        var binary: Int64 = 1
        var decimal: Int64 = 1
        for letter in ["k", "m", "g", "t"] {
            binary *= 1024
            decimal *= 1000
            factors[letter] = binary
            factors[letter + "i"] = binary
            factors[letter + "ib"] = binary
            factors[letter + "b"] = decimal
        }
        return factors
    }()
}
