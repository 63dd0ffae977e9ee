// Exported because every operation of a file system throws it.
@_exported public import struct LinuxProcess.Errno
