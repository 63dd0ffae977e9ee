internal import CProcess

/// A descriptor table of one thread's own, in place of the process's.
package enum OwnDescriptors {
    /// Gives the calling thread its own descriptor table, which holds only `descriptor` (close_range(2)).
    ///
    /// A thread that waits in the kernel can outlive a SIGKILL of its process. Until it ends, the descriptors in its
    /// table stay open.
    ///
    /// - Returns: False if the kernel cannot do it, as before Linux 5.9; then nothing has changed.
    package static func take(keeping descriptor: Int32) -> Bool {
        cprocess_own_descriptors(descriptor) == 0
    }
}
