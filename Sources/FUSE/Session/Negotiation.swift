import CFUSE
import Logging

/// What we agree on with the kernel at INIT. Each choice was measured; PARALLEL_DIROPS, which libfuse 3.14.0 leaves
/// out, is `Channel`'s.
enum Negotiation {
    static func settle(_ kernel: UnsafeMutablePointer<fuse_conn_info>, for connection: Connection) {
        var offered = unsafe kernel.pointee.capable
        if connection.options.hidesExpiry { offered &= ~UInt32(FUSE_CAP_EXPIRE_ONLY) }
        connection.notifier.settle(canExpire: offered & UInt32(FUSE_CAP_EXPIRE_ONLY) != 0)
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

    /// ASYNC_READ: page cache fills would be background requests, which share one limit and cannot be interrupted.
    /// AUTO_INVAL_DATA: would win over EXPLICIT_INVAL_DATA. READDIRPLUS_AUTO: "list, then stat" would be a LOOKUP for
    /// each name.
    private static let unwanted = [
        FUSE_CAP_ASYNC_READ, FUSE_CAP_AUTO_INVAL_DATA, FUSE_CAP_READDIRPLUS_AUTO, FUSE_CAP_SPLICE_READ,
        FUSE_CAP_SPLICE_WRITE, FUSE_CAP_SPLICE_MOVE,
    ]

    private static let useful = [FUSE_CAP_READDIRPLUS, FUSE_CAP_EXPLICIT_INVAL_DATA]
}
