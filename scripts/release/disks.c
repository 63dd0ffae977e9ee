/* A disk that fails, for scripts/release/disks.py, by LD_PRELOAD: what would write below a folder of $FAILING_FOLDERS
   (separated by colons) fails, as the file $FAILING_SWITCH says that is mapped: an errno, how many of a hundred calls,
   and which of the folders, a bit each. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

struct state { int error, percent, folders; };
static volatile struct state *state;
static char folders[4][PATH_MAX];
static atomic_uint dice = 1;

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("FAILING_SWITCH"), *list = getenv("FAILING_FOLDERS");
    if (!name || !list) return;
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    void *map = mmap(NULL, sizeof *state, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    for (int index = 0; index < 4 && *list; index++) {
        size_t length = strcspn(list, ":");
        snprintf(folders[index], PATH_MAX, "%.*s", (int)length, list);
        list += length + (list[length] == ':');
    }
    if (map != MAP_FAILED) state = map;
}

static int fails(const char *path) {
    if (!state || !state->error) return 0;
    for (int index = 0; index < 4 && *folders[index]; index++) {
        size_t length = strlen(folders[index]);
        if (!(state->folders >> index & 1) || strncmp(path, folders[index], length)) continue;
        if (path[length] && path[length] != '/') continue;
        unsigned roll = atomic_fetch_add(&dice, 1) * 2654435761u >> 16;
        if ((int)(roll % 100) >= state->percent) return 0;
        errno = state->error;
        return 1;
    }
    return 0;
}

static int fails_at(int folder, const char *name) {
    char link[64], path[PATH_MAX * 2];
    if (!state || !state->error || !name) return 0;
    if (*name == '/') return fails(name);
    ssize_t length = 0;
    if (folder == AT_FDCWD) {
        if (!getcwd(path, PATH_MAX)) return 0;
        length = strlen(path);
    } else {
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        length = readlink(link, path, PATH_MAX - 1);
        if (length < 0) return 0;
    }
    snprintf(path + length, sizeof path - length, "/%s", name);
    return fails(path);
}

static int fails_in(int file) {
    char link[64], path[PATH_MAX];
    if (!state || !state->error) return 0;
    int before = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    errno = before;
    if (length < 0) return 0;
    path[length] = 0;
    return fails(path);
}

#define NEXT(name) static __typeof__(name) *next; if (!next) next = dlsym(RTLD_NEXT, #name)
#define OF_FILE(type, name, parameters, file, ...) \
    type name parameters { NEXT(name); return fails_in(file) ? -1 : next(__VA_ARGS__); }

OF_FILE(ssize_t, write, (int file, const void *bytes, size_t count), file, file, bytes, count)
OF_FILE(ssize_t, pwrite, (int file, const void *bytes, size_t count, off_t at), file, file, bytes, count, at)
OF_FILE(ssize_t, pwrite64, (int file, const void *bytes, size_t count, off64_t at), file, file, bytes, count, at)
OF_FILE(ssize_t, writev, (int file, const struct iovec *bytes, int count), file, file, bytes, count)
OF_FILE(int, fsync, (int file), file, file)
OF_FILE(int, fdatasync, (int file), file, file)
OF_FILE(int, ftruncate, (int file, off_t length), file, file, length)
OF_FILE(int, ftruncate64, (int file, off64_t length), file, file, length)

int rename(const char *from, const char *to) { NEXT(rename); return fails_at(AT_FDCWD, to) ? -1 : next(from, to); }
int renameat(int one, const char *from, int other, const char *to) {
    NEXT(renameat);
    return fails_at(other, to) ? -1 : next(one, from, other, to);
}
int renameat2(int one, const char *from, int other, const char *to, unsigned flags) {
    NEXT(renameat2);
    return fails_at(other, to) ? -1 : next(one, from, other, to, flags);
}
int mkdir(const char *path, mode_t mode) { NEXT(mkdir); return fails_at(AT_FDCWD, path) ? -1 : next(path, mode); }
int unlink(const char *path) { NEXT(unlink); return fails_at(AT_FDCWD, path) ? -1 : next(path); }
int unlinkat(int folder, const char *name, int flags) {
    NEXT(unlinkat);
    return fails_at(folder, name) ? -1 : next(folder, name, flags);
}

/* Only what makes a file, or on a read-only disk opens one for writing. */
static int opening(int folder, const char *path, int flags) {
    int writes = (flags & O_ACCMODE) != O_RDONLY;
    if (!state || !(flags & O_CREAT || (writes && state->error == EROFS))) return 0;
    return fails_at(folder, path);
}
#define MODE mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }
int open(const char *path, int flags, ...) {
    MODE NEXT(open);
    return opening(AT_FDCWD, path, flags) ? -1 : next(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    MODE NEXT(open64);
    return opening(AT_FDCWD, path, flags) ? -1 : next(path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
    MODE NEXT(openat);
    return opening(folder, path, flags) ? -1 : next(folder, path, flags, mode);
}
int openat64(int folder, const char *path, int flags, ...) {
    MODE NEXT(openat64);
    return opening(folder, path, flags) ? -1 : next(folder, path, flags, mode);
}
