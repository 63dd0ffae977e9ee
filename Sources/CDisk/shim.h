#ifndef CDISK_SHIM_H
#define CDISK_SHIM_H

#include <sys/xattr.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <sys/vfs.h>

// <sys/uio.h> declares this only under _GNU_SOURCE, which Swift's Glibc module is built without.
ssize_t preadv2(int descriptor, const struct iovec *vectors, int count, off_t offset, int flags);

// pread(2) from the page cache alone: it fails with EAGAIN if it would have to wait (RWF_NOWAIT of preadv2(2)).
static inline ssize_t cdisk_pread_nowait(int descriptor, void *bytes, size_t count, int64_t offset) {
    struct iovec vector = {bytes, count};
    return preadv2(descriptor, &vector, 1, offset, 0x00000008);
}

// Whether the file's file system is in memory, where pread(2) never waits (TMPFS_MAGIC of statfs(2)).
static inline int cdisk_is_in_memory(int descriptor) {
    struct statfs status;
    return fstatfs(descriptor, &status) == 0 && status.f_type == 0x01021994;
}

// How many bytes files may still take on the file's file system (statfs(2)); INT64_MAX if that is not known.
static inline int64_t cdisk_available(int descriptor) {
    struct statfs status;
    if (fstatfs(descriptor, &status) != 0 || status.f_blocks == 0) return INT64_MAX;
    int64_t bytes;
    return __builtin_mul_overflow((int64_t)status.f_bavail, (int64_t)status.f_bsize, &bytes) ? INT64_MAX : bytes;
}

// Sets the calling thread's name, which `ps -L` shows: at most 15 bytes (prctl(2)).
static inline int cdisk_name_thread(const char *name) {
    return prctl(PR_SET_NAME, name, 0, 0, 0);
}

#endif
