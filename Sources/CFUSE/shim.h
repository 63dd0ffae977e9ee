#ifndef CFUSE_SHIM_H
#define CFUSE_SHIM_H
#define FUSE_USE_VERSION 312
#include <fuse_lowlevel.h>
#endif
