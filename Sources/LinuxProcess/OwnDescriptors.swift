internal import CProcess

/// A table of descriptors for one thread, beside the process's.
package enum OwnDescriptors {
    /// Gives the calling thread a table of its own, with nothing in it but `descriptor` (close_range(2)).
    ///
    /// A thread that waits in the kernel can outlive a SIGKILL of its process, and what its table holds stays open as long.
    ///
    /// - Returns: False where the kernel does not do it, as before Linux 5.9; then nothing has changed.
    package static func take(keeping descriptor: Int32) -> Bool {
        cprocess_own_descriptors(descriptor) == 0
    }
}
