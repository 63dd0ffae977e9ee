// What every operation throws belongs to a file system's words as much as its own types do.
@_exported public import struct LinuxProcess.Errno
