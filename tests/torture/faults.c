/* Fails a chosen system call of the program that it is preloaded into: the FAULT_AT-th that writes, syncs,
 * makes room, a file, a folder or a link, or renames below FAULT_UNDER (or, with FAULT_READS set, the FAULT_AT-th that reads there), with
 * the number FAULT_ERRNO, and every later one too where FAULT_STAYS is set. FAULT_COUNT names the file that
 * then exists; where FAULT_AT is 0 nothing fails, and the file holds how many calls there were. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long seen;

static int below(const char *path) {
    const char *under = getenv("FAULT_UNDER");
    return under && strncmp(path, under, strlen(under)) == 0;
}

static int ours(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return below(path);
}

static int fails_here(int ours, int reads) {
    const char *at = getenv("FAULT_AT");
    if (!at || (getenv("FAULT_READS") != NULL) != reads || !ours) return 0;
    long number = atomic_fetch_add(&seen, 1) + 1, wanted = atol(at);
    if (wanted == 0) return 0;
    if (number != wanted && !(getenv("FAULT_STAYS") && number > wanted)) return 0;
    const char *count = getenv("FAULT_COUNT");
    if (count && number == wanted) {
        int file = open(count, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (file >= 0) close(file);
    }
    errno = atoi(getenv("FAULT_ERRNO") ? getenv("FAULT_ERRNO") : "5");
    return 1;
}

static int fails(int fd, int reads) {
    return fails_here(ours(fd), reads);
}

static int fails_at(const char *path) {
    return fails_here(below(path), 0);
}

/* Where nothing fails: how many calls there were, by the last process that ends. */
__attribute__((destructor)) static void tell(void) {
    const char *at = getenv("FAULT_AT"), *count = getenv("FAULT_COUNT");
    if (!at || !count || atol(at) != 0 || atomic_load(&seen) == 0) return;
    FILE *file = fopen(count, "a");
    if (!file) return;
    fprintf(file, "%ld\n", atomic_load(&seen));
    fclose(file);
}

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

ssize_t write(int fd, const void *from, size_t length) {
    REAL(write);
    return fails(fd, 0) ? -1 : real(fd, from, length);
}
ssize_t pwrite(int fd, const void *from, size_t length, off_t at) {
    REAL(pwrite);
    return fails(fd, 0) ? -1 : real(fd, from, length, at);
}
ssize_t pwrite64(int fd, const void *from, size_t length, off64_t at) {
    REAL(pwrite64);
    return fails(fd, 0) ? -1 : real(fd, from, length, at);
}
ssize_t writev(int fd, const struct iovec *from, int count) {
    REAL(writev);
    return fails(fd, 0) ? -1 : real(fd, from, count);
}
int fsync(int fd) {
    REAL(fsync);
    return fails(fd, 0) ? -1 : real(fd);
}
int fdatasync(int fd) {
    REAL(fdatasync);
    return fails(fd, 0) ? -1 : real(fd);
}
int fallocate(int fd, int mode, off_t at, off_t length) {
    REAL(fallocate);
    return fails(fd, 0) ? -1 : real(fd, mode, at, length);
}
ssize_t read(int fd, void *to, size_t length) {
    REAL(read);
    return fails(fd, 1) ? -1 : real(fd, to, length);
}
ssize_t pread(int fd, void *to, size_t length, off_t at) {
    REAL(pread);
    return fails(fd, 1) ? -1 : real(fd, to, length, at);
}
ssize_t pread64(int fd, void *to, size_t length, off64_t at) {
    REAL(pread64);
    return fails(fd, 1) ? -1 : real(fd, to, length, at);
}
int open(const char *path, int flags, ...) {
    REAL(open);
    va_list more;
    va_start(more, flags);
    int mode = flags & O_CREAT ? va_arg(more, int) : 0;
    va_end(more);
    return flags & O_CREAT && fails_at(path) ? -1 : real(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    REAL(open64);
    va_list more;
    va_start(more, flags);
    int mode = flags & O_CREAT ? va_arg(more, int) : 0;
    va_end(more);
    return flags & O_CREAT && fails_at(path) ? -1 : real(path, flags, mode);
}
int mkdir(const char *path, mode_t mode) {
    REAL(mkdir);
    return fails_at(path) ? -1 : real(path, mode);
}
int rename(const char *from, const char *to) {
    REAL(rename);
    return fails_at(to) ? -1 : real(from, to);
}
int link(const char *from, const char *to) {
    REAL(link);
    return fails_at(to) ? -1 : real(from, to);
}
int linkat(int from_in, const char *from, int to_in, const char *to, int flags) {
    REAL(linkat);
    return fails_at(to) ? -1 : real(from_in, from, to_in, to, flags);
}
