import Glibc

/// Reports a service's state to systemd: one datagram to the socket that NOTIFY_SOCKET names (sd_notify(3)).
public enum ServiceNotice {
    /// - Parameters:
    ///   - text: `READY=1`, `STOPPING=1`, `STATUS=…`: one assignment on each line.
    ///   - name: The socket: a path, or `@` and the name of an abstract socket, which has no file.
    /// - Throws: `.invalid` if the name is neither, or what sendto(2) says.
    public static func send(_ text: String, to name: String) throws(Errno) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var path = Array(name.utf8)
        guard let first = path.first, [UInt8(ascii: "/"), UInt8(ascii: "@")].contains(first),
            path.count < MemoryLayout.size(ofValue: address.sun_path)
        else { throw .invalid }
        // An abstract name begins with a zero byte (unix(7)).
        if first == UInt8(ascii: "@") { path[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)

        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        let sent = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), pointer, length)
            }
        }
        guard sent == bytes.count else { throw Errno(rawValue: errno) }
    }
}
