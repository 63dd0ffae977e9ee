#ifndef CDISK_SHIM_H
#define CDISK_SHIM_H

#include <stdint.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <sys/vfs.h>

// Declared in <sys/uio.h> only with _GNU_SOURCE, which Swift's Glibc module is built without.
ssize_t preadv2(int descriptor, const struct iovec *vectors, int count, off_t offset, int flags);

// pread(2) that answers from the page cache or, with EAGAIN, not at all: RWF_NOWAIT of preadv2(2).
static inline ssize_t cdisk_pread_nowait(int descriptor, void *bytes, size_t count, int64_t offset) {
    struct iovec vector = {bytes, count};
    return preadv2(descriptor, &vector, 1, offset, 0x00000008);
}

// Whether the file lies in memory, where pread(2) never waits: TMPFS_MAGIC of statfs(2).
static inline int cdisk_is_in_memory(int descriptor) {
    struct statfs status;
    return fstatfs(descriptor, &status) == 0 && status.f_type == 0x01021994;
}

// Bytes that files may still take on the file system of a file: statfs(2). INT64_MAX where it does not say.
static inline int64_t cdisk_available(int descriptor) {
    struct statfs status;
    if (fstatfs(descriptor, &status) != 0 || status.f_blocks == 0) return INT64_MAX;
    int64_t bytes;
    return __builtin_mul_overflow((int64_t)status.f_bavail, (int64_t)status.f_bsize, &bytes) ? INT64_MAX : bytes;
}

// What `ps -L` calls the thread that asks: prctl(2), at most 15 bytes.
static inline int cdisk_name_thread(const char *name) {
    return prctl(PR_SET_NAME, name, 0, 0, 0);
}

#endif
