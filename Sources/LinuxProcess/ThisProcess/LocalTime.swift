import Glibc

/// What clocks on the wall showed, in the time zone of this process.
public enum LocalTime {
    /// Reads the zone once for the life of the process: TZ, else /etc/localtime. To be called before other threads read
    /// the environment.
    public static func readZone() {
        // Named, the file is not looked at again with each conversion (tzset(3)).
        _ = unsafe setenv("TZ", ":/etc/localtime", 0)
        tzset()
    }

    /// The moment when a clock here showed the date and time that `shown` is in UTC, both in seconds since 1970, as
    /// mktime(3) tells with `tm_isdst` -1; `shown` where that has no answer.
    public static func moment(showing shown: Int64) -> Int64 {
        var seconds = time_t(shown)
        var parts = unsafe tm()
        guard unsafe gmtime_r(&seconds, &parts) != nil else { return shown }
        unsafe parts.tm_isdst = -1
        // -1 is a moment, too: whether there is an answer tells the day of the week, which is filled in with one.
        unsafe parts.tm_wday = -1
        let moment = unsafe mktime(&parts)
        return unsafe parts.tm_wday < 0 ? shown : Int64(moment)
    }

    /// What a clock here showed at `moment`, in seconds since 1970; nil where the C library has no answer.
    public static func date(
        _ moment: Int64
    ) -> (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int)? {
        var seconds = time_t(moment)
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return nil }
        return unsafe (
            Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour),
            Int(parts.tm_min), Int(parts.tm_sec)
        )
    }

    /// "14:58", or with seconds "14:58:07"; without them it is cut to the minute. `moment` is in seconds since 1970.
    public static func clock(_ moment: Int64, withSeconds hasSeconds: Bool = false) -> String {
        var seconds = time_t(moment)
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return "?" }
        let fields = unsafe [parts.tm_hour, parts.tm_min] + (hasSeconds ? [parts.tm_sec] : [])
        return fields.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
