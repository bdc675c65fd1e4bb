// Faults of the file system, for a program that is started with LD_PRELOAD.
//
// Counts the calls on files below FAULT_FOLDER. FAULT_KIND says what happens:
//   fail       call number FAULT_AT returns EIO
//   die        the process is killed after call number FAULT_AT
//   interrupt  every call is interrupted once, and returns EINTR, before it succeeds
//   short      reads and writes end after half of the bytes
//   count      nothing fails
// FAULT_LOG is a file that gets a line for the call that failed, or with `count` for each call, and at the end the number of calls. Calls
// on paths that contain FAULT_EXCEPT are not counted.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FILES = 4096 };

static const char *folder, *except, *log_path;
static int fail, die, interrupt_all, cut, count;
static long target;
static atomic_long calls;
static char *names[FILES];
static __thread int is_interrupted;

static void say(const char *line) {
    if (!log_path) return;
    long file = syscall(SYS_openat, AT_FDCWD, log_path, O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (file < 0) return;
    syscall(SYS_write, file, line, strlen(line));
    syscall(SYS_close, file);
}

static int is_set(const char *kind) {
    const char *value = getenv("FAULT_KIND");
    return value && !strcmp(value, kind);
}

__attribute__((constructor)) static void begin(void) {
    except = getenv("FAULT_EXCEPT");
    log_path = getenv("FAULT_LOG");
    target = getenv("FAULT_AT") ? atol(getenv("FAULT_AT")) : 0;
    fail = is_set("fail"), die = is_set("die"), interrupt_all = is_set("interrupt"), cut = is_set("short");
    count = is_set("count");
    folder = getenv("FAULT_FOLDER");
}

__attribute__((destructor)) static void end(void) {
    char line[64];
    snprintf(line, sizeof line, "calls %ld\n", atomic_load(&calls));
    say(line);
}

// Returns a path if it is below the folder, NULL otherwise.
static const char *below(const char *path) {
    if (!folder || !path || strncmp(path, folder, strlen(folder))) return NULL;
    return except && *except && strstr(path, except) ? NULL : path;
}

static const char *name_of(int file) { return file >= 0 && file < FILES ? names[file] : NULL; }

static void set_name(int file, const char *name) {
    if (file >= 0 && file < FILES) names[file] = name ? strdup(name) : NULL;
}

// Counts a call, and returns whether it fails.
static int fails(const char *call, const char *name, long *number) {
    if (interrupt_all) {
        // The next call of the thread succeeds: it is the same one, if the program repeats it.
        is_interrupted = !is_interrupted;
        if (is_interrupted) errno = EINTR;
        return is_interrupted;
    }
    *number = atomic_fetch_add(&calls, 1) + 1;
    int is_target = fail && *number == target;
    if (!is_target && !count) return 0;
    char line[4200];
    snprintf(line, sizeof line, "%s %s\n", call, name);
    say(line);
    if (!is_target) return 0;
    errno = EIO;
    return 1;
}

static void ends(long number) {
    if (die && number == target) {
        int error = errno;
        raise(SIGKILL);
        errno = error;
    }
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
// The body of a call on the file `name`.
#define CALL(type, failure, label, name, call)                  \
    do {                                                        \
        const char *counted = (name);                           \
        long number = 0;                                        \
        if (!counted) return call;                              \
        if (fails(label, counted, &number)) return (failure);   \
        type result = call;                                     \
        ends(number);                                           \
        return result;                                          \
    } while (0)

static int opened(const char *path, int flags, mode_t mode) {
    static int (*real)(const char *, int, ...);
    if (!real) real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open64");
    const char *name = below(path);
    long number = 0;
    if (name && fails("open", name, &number)) return -1;
    int file = real(path, flags, mode);
    set_name(file, name);
    if (name) ends(number);
    return file;
}

int open(const char *path, int flags, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, flags);
    mode_t mode = __builtin_va_arg(list, mode_t);
    __builtin_va_end(list);
    return opened(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, flags);
    mode_t mode = __builtin_va_arg(list, mode_t);
    __builtin_va_end(list);
    return opened(path, flags, mode);
}

int close(int file) {
    set_name(file, NULL);
    return REAL(close)(file);
}

static size_t half(size_t count) { return cut && count > 1 ? count / 2 : count; }

ssize_t read(int file, void *buffer, size_t count) {
    size_t length = name_of(file) ? half(count) : count;
    CALL(ssize_t, -1, "read", name_of(file), REAL(read)(file, buffer, length));
}

ssize_t write(int file, const void *buffer, size_t count) {
    size_t length = name_of(file) ? half(count) : count;
    CALL(ssize_t, -1, "write", name_of(file), REAL(write)(file, buffer, length));
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    CALL(ssize_t, -1, "write", name_of(file), REAL(writev)(file, parts, count));
}

ssize_t copy_file_range(int in, off64_t *from, int out, off64_t *to, size_t length, unsigned flags) {
    CALL(ssize_t, -1, "write", name_of(out), REAL(copy_file_range)(in, from, out, to, length, flags));
}

int fsync(int file) { CALL(int, -1, "fsync", name_of(file), REAL(fsync)(file)); }

int fdatasync(int file) { CALL(int, -1, "fsync", name_of(file), REAL(fdatasync)(file)); }

int ftruncate64(int file, off64_t length) { CALL(int, -1, "truncate", name_of(file), REAL(ftruncate64)(file, length)); }

int rename(const char *from, const char *to) { CALL(int, -1, "rename", below(to), REAL(rename)(from, to)); }

int unlink(const char *path) { CALL(int, -1, "unlink", below(path), REAL(unlink)(path)); }

int mkdir(const char *path, mode_t mode) { CALL(int, -1, "mkdir", below(path), REAL(mkdir)(path, mode)); }

int rmdir(const char *path) { CALL(int, -1, "rmdir", below(path), REAL(rmdir)(path)); }

DIR *opendir(const char *path) { CALL(DIR *, NULL, "opendir", below(path), REAL(opendir)(path)); }

int statx(int at, const char *restrict path, int flags, unsigned mask, struct statx *restrict data) {
    // The standard library passes no path where it asks whether the call exists, which the header excludes.
    const char *volatile given = path;
    const char *name = given && *given ? below(given) : name_of(at);
    CALL(int, -1, "stat", name, REAL(statx)(at, path, flags, mask, data));
}

int stat64(const char *restrict path, struct stat64 *restrict data) {
    CALL(int, -1, "stat", below(path), REAL(stat64)(path, data));
}

int lstat64(const char *restrict path, struct stat64 *restrict data) {
    CALL(int, -1, "stat", below(path), REAL(lstat64)(path, data));
}

int fstat64(int file, struct stat64 *data) { CALL(int, -1, "stat", name_of(file), REAL(fstat64)(file, data)); }

void *mmap64(void *address, size_t length, int protection, int flags, int file, off64_t offset) {
    CALL(void *, MAP_FAILED, "mmap", name_of(file), REAL(mmap64)(address, length, protection, flags, file, offset));
}

int flock(int file, int operation) {
    // A file system without locks is allowed, so that only interruptions count.
    extern int flock(int, int);
    if (interrupt_all) CALL(int, -1, "flock", name_of(file), REAL(flock)(file, operation));
    return REAL(flock)(file, operation);
}
