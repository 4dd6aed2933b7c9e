/* What is used of the C library, which every Java process has loaded: no system headers come with the compiler. */
#pragma once

typedef __SIZE_TYPE__ size_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __INT32_TYPE__ int32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef _Bool bool;
#define true 1
#define false 0
#define NULL ((void *)0)

/* Of glibc's size or larger; all zero is its state before first use. */
typedef union { uint64_t words[8]; } pthread_mutex_t;
typedef union { uint64_t words[8]; } pthread_cond_t;

void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void *realloc(void *memory, size_t bytes);
void free(void *memory);
void *aligned_alloc(size_t alignment, size_t bytes);
void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *memory, int value, size_t bytes);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t most);
size_t strlen(const char *text);
char *strdup(const char *text);
char *strstr(const char *text, const char *part);
int snprintf(char *text, size_t room, const char *format, ...);
int vsnprintf(char *text, size_t room, const char *format, __builtin_va_list arguments);
_Noreturn void abort(void);
long write(int file, const void *bytes, size_t count);
int open(const char *path, int flags, ...);
long read(int file, void *bytes, size_t count);
int close(int file);
void *mmap(void *address, size_t bytes, int protection, int flags, int file, long offset);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int pthread_cond_broadcast(pthread_cond_t *condition);
int pthread_create(uint64_t *thread, const void *attributes, void *(*body)(void *), void *argument);
int pthread_detach(uint64_t thread);
