/// Where an archive is written.
protocol ZipTarget: Sendable {
    mutating func write(_ bytes: [UInt8], at offset: Int64) throws(CommandFailure)
    /// Cuts the file at its end.
    mutating func cut(to length: Int64) throws(CommandFailure)
}
