/* Fails a chosen system call of the program that it is preloaded into: the FAULT_AT-th that writes,
 * syncs or makes room below FAULT_UNDER (or, with FAULT_READS set, the FAULT_AT-th that reads there), with
 * the number FAULT_ERRNO, and every later one too where FAULT_STAYS is set. Counts into FAULT_COUNT. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long seen;

static int ours(int fd) {
    const char *under = getenv("FAULT_UNDER");
    char link[64], path[4096];
    if (!under) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return strncmp(path, under, strlen(under)) == 0;
}

static int fails(int fd, int reads) {
    const char *at = getenv("FAULT_AT");
    if (!at || (getenv("FAULT_READS") != NULL) != reads || !ours(fd)) return 0;
    long number = atomic_fetch_add(&seen, 1) + 1, wanted = atol(at);
    if (number != wanted && !(getenv("FAULT_STAYS") && number > wanted)) return 0;
    const char *count = getenv("FAULT_COUNT");
    if (count && number == wanted) {
        int file = open(count, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (file >= 0) close(file);
    }
    errno = atoi(getenv("FAULT_ERRNO") ? getenv("FAULT_ERRNO") : "5");
    return 1;
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
