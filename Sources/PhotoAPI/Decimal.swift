/// `value` divided by ten to the power of `places`, never with the exponent that `Double` may print.
package func decimal(_ value: Int, places: Int) -> String {
    let digits = String(value.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = value < 0 ? "-" : ""
    return "\(sign)\(padded.dropLast(places)).\(padded.suffix(places))"
}

/// Degrees with six decimals: a tenth of a metre.
package func degrees(_ value: Double) -> String {
    decimal(Int((value * 1_000_000).rounded()), places: 6)
}
