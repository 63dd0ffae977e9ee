#ifndef CPROCESS_SHIM_H
#define CPROCESS_SHIM_H
#include <pthread.h>
#include <stdint.h>
// For listxattr(2) and getxattr(2): no module map of the platform exports them.
#include <sys/xattr.h>

// glibc declares these only under _GNU_SOURCE, which Swift's view of glibc is compiled without.
int pthread_setname_np(pthread_t thread, const char *name);
long syscall(long number, ...);

#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

// fork(2): Swift's view of glibc marks it unavailable.
static inline pid_t cprocess_fork(void) { return fork(); }

// openat2(2), for which glibc has no function.
static inline int cprocess_openat2(int folder, const char *path, uint64_t flags, uint64_t mode, uint64_t resolve) {
    struct open_how how = {.flags = flags, .mode = mode, .resolve = resolve};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}
enum {
    CPROCESS_RESOLVE_NO_XDEV = RESOLVE_NO_XDEV,
    CPROCESS_RESOLVE_NO_SYMLINKS = RESOLVE_NO_SYMLINKS,
    CPROCESS_RESOLVE_BENEATH = RESOLVE_BENEATH,
};

#include <fcntl.h>
#include <linux/stat.h>

// Whether a path leads to a regular file: 1 or 0; -1 if that cannot be told. The file's own file system is not asked
// (AT_STATX_DONT_SYNC of statx(2)), so the call waits for no server and no daemon.
static inline int cprocess_is_regular(const char *path) {
    struct statx facts;
    if (syscall(SYS_statx, AT_FDCWD, path, 0x4000 /* AT_STATX_DONT_SYNC */, STATX_TYPE, &facts) != 0) return -1;
    return (facts.stx_mode & 0170000) == 0100000;
}

#include <linux/close_range.h>

// Gives the calling thread its own descriptor table, which holds only `kept` (close_range(2), Linux 5.9).
static inline int cprocess_own_descriptors(int kept) {
    if (syscall(SYS_close_range, (long)kept + 1, (unsigned long)~0U, (long)CLOSE_RANGE_UNSHARE) != 0) return -1;
    return kept > 0 ? (int)syscall(SYS_close_range, 0L, (long)kept - 1, 0L) : 0;
}

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/statfs.h>
#include <sys/types.h>

// A look at `path` by a child process: its file system's statfs(2) or, if `reads`, its bytes. The child writes to
// `report` what it read, and at last the errno of what failed or 0, as an int. Between fork(2) and _exit(2) it calls
// only what signal-safety(7) allows, and it keeps no other descriptor: it may have to be left behind in the kernel.
static inline pid_t cprocess_look(const char *path, int reads, int report) {
    pid_t child = fork();
    if (child != 0) return child;
    signal(SIGTERM, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    if (dup2(report, 0) < 0) _exit(1);
    syscall(SYS_close_range, 1L, (long)~0U, 0L);
    int result = 0;
    if (reads) {
        char bytes[16384];
        ssize_t count = -1;
        int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
        while (file >= 0 && (count = read(file, bytes, sizeof bytes)) > 0)
            if (write(0, bytes, (size_t)count) != count) _exit(1);
        if (count < 0) result = errno;
    } else {
        struct statfs facts;
        if (statfs(path, &facts) != 0) result = errno;
    }
    _exit(write(0, &result, sizeof result) != sizeof result);
}

#include <malloc.h>

// See mallopt(3); M_ARENA_MAX is a macro of glibc.
static inline int cprocess_share_heap(void) { return mallopt(M_ARENA_MAX, 1); }

#include <sys/ioctl.h>

// A terminal's size: rows times 65536, plus columns. 0 if the descriptor is no terminal (TIOCGWINSZ of ioctl_tty(2)).
static inline uint32_t cprocess_terminal_size(int descriptor) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return 0;
    return (uint32_t)size.ws_row << 16 | size.ws_col;
}
#endif
