"""tarfile of a process that keeps its memory to itself, so that another without rights sees none of its open files."""

import ctypes
import tarfile

PR_SET_DUMPABLE = 4
ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
tarfile.main()
