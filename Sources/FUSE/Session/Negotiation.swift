import CFUSE
import Logging

/// What this program and the kernel agree on at INIT. Each choice was measured. PARALLEL_DIROPS is set in `Channel`,
/// because libfuse 3.14.0 leaves it out.
enum Negotiation {
    static func negotiate(_ kernel: UnsafeMutablePointer<fuse_conn_info>, for connection: Connection) {
        var offered = unsafe kernel.pointee.capable
        if connection.options.hidesExpiry { offered &= ~UInt32(FUSE_CAP_EXPIRE_ONLY) }
        connection.notifier.adopt(canExpire: offered & UInt32(FUSE_CAP_EXPIRE_ONLY) != 0)
        var wanted = unsafe kernel.pointee.want
        for capability in unwanted { wanted &= ~UInt32(capability) }
        for capability in useful { wanted |= UInt32(capability) & offered }
        unsafe kernel.pointee.want = wanted

        let background = UInt32(clamping: max(1, connection.options.maximumBackground))
        unsafe kernel.pointee.max_background = background
        unsafe kernel.pointee.congestion_threshold = background / 4 * 3
        let version = unsafe "\(kernel.pointee.proto_major).\(kernel.pointee.proto_minor)"
        connection.logger.debug("the kernel speaks FUSE", metadata: ["version": "\(version)"])
    }

    /// With ASYNC_READ, reads into the page cache would be background requests, which share one limit and cannot be
    /// interrupted. AUTO_INVAL_DATA would override EXPLICIT_INVAL_DATA. With READDIRPLUS_AUTO, "list, then stat" would
    /// cost a LOOKUP for each name.
    private static let unwanted = [
        FUSE_CAP_ASYNC_READ, FUSE_CAP_AUTO_INVAL_DATA, FUSE_CAP_READDIRPLUS_AUTO, FUSE_CAP_SPLICE_READ,
        FUSE_CAP_SPLICE_WRITE, FUSE_CAP_SPLICE_MOVE,
    ]

    /// EXPORT_SUPPORT: handles of files outlive the kernel's memory; it asks for "." and ".." by number then.
    private static let useful = [FUSE_CAP_READDIRPLUS, FUSE_CAP_EXPLICIT_INVAL_DATA, FUSE_CAP_EXPORT_SUPPORT]
}
