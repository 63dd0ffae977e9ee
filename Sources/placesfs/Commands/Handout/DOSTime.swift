internal import LinuxProcess

/// Times as zip has them: the wall clock of whoever made the archive, from 1980 to 2107, to two seconds.
enum DOSTime {
    /// What a clock here shows at a moment.
    ///
    /// - Parameter seconds: Since 1970.
    /// - Returns: The two fields of an entry.
    static func of(_ seconds: Int64) -> (date: UInt16, time: UInt16) {
        guard let clock = LocalTime.date(seconds), clock.year >= 1980 else { return (0x0021, 0) }
        guard clock.year <= 2107 else { return (0xFF9F, 0xBF7D) }
        let date = (clock.year - 1980) << 9 | clock.month << 5 | clock.day
        let time = clock.hour << 11 | clock.minute << 5 | clock.second / 2
        return (UInt16(date), UInt16(time))
    }
}
