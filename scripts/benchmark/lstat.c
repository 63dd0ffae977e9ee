/* Preloaded under valgrind: the daemon looks a file of its own mount up, which valgrind does while all other threads wait,
   also those that would answer. It does not so with open(). */
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

int lstat(const char *path, struct stat *status) {
    const char *name = strrchr(path, '/');
    if (!name || strncmp(name, "/.placesfs-", 11)) return fstatat(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
    struct statx found;
    int file = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) return -1;
    /* What the kernel has learnt by the open; asking again would wait as above. */
    int result = statx(file, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_BASIC_STATS, &found);
    close(file);
    memset(status, 0, sizeof *status);
    status->st_dev = makedev(found.stx_dev_major, found.stx_dev_minor);
    status->st_ino = found.stx_ino;
    status->st_mode = found.stx_mode;
    status->st_size = found.stx_size;
    return result;
}
