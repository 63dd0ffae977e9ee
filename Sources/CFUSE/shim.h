#ifndef CFUSE_SHIM_H
#define CFUSE_SHIM_H
// Not _FILE_OFFSET_BITS: Swift would see two definitions of struct flock.
#define FUSE_USE_VERSION 312
#include <fuse_lowlevel.h>
#include <pthread.h>
// eventfd(2), listxattr(2) and getxattr(2), which no module map of the platform exports.
#include <sys/eventfd.h>
#include <sys/xattr.h>

// glibc declares these two only under _GNU_SOURCE, which Swift's view of glibc is compiled without.
int pthread_setname_np(pthread_t thread, const char *name);
int memfd_create(const char *name, unsigned int flags);
#endif
