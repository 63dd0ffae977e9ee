#ifndef CFUSE_SHIM_H
#define CFUSE_SHIM_H
// _FILE_OFFSET_BITS is not defined, because Swift would then see two definitions of struct flock.
#define FUSE_USE_VERSION 312
#include <fuse_lowlevel.h>
// For eventfd(2): no module map of the platform exports it.
#include <sys/eventfd.h>
#include <sched.h>

// glibc declares these only under _GNU_SOURCE, which Swift's view of glibc is compiled without.
pid_t gettid(void);
int memfd_create(const char *name, unsigned int flags);
int sched_getaffinity(pid_t thread, size_t size, cpu_set_t *allowed);

// How many processors the calling thread may run on; 0 if that cannot be known.
static inline int cfuse_allowed_processors(void) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return 0;
    int count = 0;
    for (size_t word = 0; word < sizeof allowed.__bits / sizeof allowed.__bits[0]; word++)
        count += __builtin_popcountl(allowed.__bits[word]);
    return count;
}

// Wrapped because fuse_session_new is a macro since libfuse 3.17.
static inline struct fuse_session *cfuse_session_new(
    struct fuse_args *arguments, const struct fuse_lowlevel_ops *operations, size_t size, void *userdata) {
    return fuse_session_new(arguments, operations, size, userdata);
}

// Wrapped because libfuse 3.16 dropped the flags. Only for kernels that offer FUSE_CAP_EXPIRE_ONLY.
static inline int cfuse_notify_expire_entry(
    struct fuse_session *session, fuse_ino_t parent, const char *name, size_t length) {
#if FUSE_MAJOR_VERSION > 3 || FUSE_MINOR_VERSION >= 16
    return fuse_lowlevel_notify_expire_entry(session, parent, name, length);
#else
    return fuse_lowlevel_notify_expire_entry(session, parent, name, length, FUSE_LL_EXPIRE_ONLY);
#endif
}
#endif
