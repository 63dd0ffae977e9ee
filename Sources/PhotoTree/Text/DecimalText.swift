/// Degrees in the form that maps and attributes use.
package enum DecimalText {
    /// At most six decimals (11 cm on the ground), no trailing zeros, never an exponent; "0" for what is not a number.
    package static func of(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e12 else { return "0" }
        let millionths = Int64((value * 1_000_000).rounded())
        guard millionths != 0 else { return "0" }
        let magnitude = millionths.magnitude
        var text = (millionths < 0 ? "-" : "") + String(magnitude / 1_000_000)
        var fraction = magnitude % 1_000_000
        guard fraction != 0 else { return text }
        var width = 6
        while fraction % 10 == 0 {
            fraction /= 10
            width -= 1
        }
        let digits = String(fraction)
        text += "." + String(repeating: "0", count: width - digits.utf8.count) + digits
        return text
    }
}
