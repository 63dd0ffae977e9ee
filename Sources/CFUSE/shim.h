#ifndef CFUSE_SHIM_H
#define CFUSE_SHIM_H
#define FUSE_USE_VERSION 312
#include <fuse_lowlevel.h>
/* listxattr(2) and getxattr(2), which no module map of the platform exports. */
#include <sys/xattr.h>
#endif
