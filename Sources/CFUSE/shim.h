#ifndef CFUSE_SHIM_H
#define CFUSE_SHIM_H
// Not _FILE_OFFSET_BITS: Swift would see two definitions of struct flock.
#define FUSE_USE_VERSION 312
#include <fuse_lowlevel.h>
#include <pthread.h>
// eventfd(2), listxattr(2) and getxattr(2), which no module map of the platform exports.
#include <sys/eventfd.h>
#include <sys/xattr.h>

// glibc declares these only under _GNU_SOURCE, which Swift's view of glibc is compiled without.
int pthread_setname_np(pthread_t thread, const char *name);
pid_t gettid(void);
int memfd_create(const char *name, unsigned int flags);
long syscall(long number, ...);

#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

// openat2(2), for which glibc has no function.
static inline int cfuse_openat2(int folder, const char *path, uint64_t flags, uint64_t mode, uint64_t resolve) {
    struct open_how how = {.flags = flags, .mode = mode, .resolve = resolve};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}
enum {
    CFUSE_RESOLVE_NO_XDEV = RESOLVE_NO_XDEV,
    CFUSE_RESOLVE_NO_SYMLINKS = RESOLVE_NO_SYMLINKS,
    CFUSE_RESOLVE_BENEATH = RESOLVE_BENEATH,
};

#include <sys/ioctl.h>

// Rows times 65536, and columns, of a terminal; 0 where there is none (TIOCGWINSZ of ioctl_tty(2)).
static inline uint32_t cfuse_terminal_size(int descriptor) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return 0;
    return (uint32_t)size.ws_row << 16 | size.ws_col;
}

// A macro from libfuse 3.17 on.
static inline struct fuse_session *cfuse_session_new(
    struct fuse_args *arguments, const struct fuse_lowlevel_ops *operations, size_t size, void *userdata) {
    return fuse_session_new(arguments, operations, size, userdata);
}

// Lost its flags with libfuse 3.16. Only for kernels that offer FUSE_CAP_EXPIRE_ONLY.
static inline int cfuse_notify_expire_entry(
    struct fuse_session *session, fuse_ino_t parent, const char *name, size_t length) {
#if FUSE_MAJOR_VERSION > 3 || FUSE_MINOR_VERSION >= 16
    return fuse_lowlevel_notify_expire_entry(session, parent, name, length);
#else
    return fuse_lowlevel_notify_expire_entry(session, parent, name, length, FUSE_LL_EXPIRE_ONLY);
#endif
}
#endif
