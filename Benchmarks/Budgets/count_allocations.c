// Counts the allocations of a process. Scripts/check-budgets builds it and loads it before GeoBench:
//   cc -O2 -shared -fPIC -o count_allocations.so count_allocations.c
//   LD_PRELOAD=./count_allocations.so GeoBench ...
// The calls go on to glibc's own functions by their internal names, so nothing has to be looked up
// before the first of them. A realloc counts as one allocation, whether or not it moves.
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_long allocations;

static void count(void) { atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed); }

// Read by GeoBench's AllocationCounter.
long geobench_allocations(void) { return atomic_load(&allocations); }

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t members, size_t size) {
  count();
  return __libc_calloc(members, size);
}

void *realloc(void *memory, size_t size) {
  count();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
    return EINVAL;
  count();
  void *made = __libc_memalign(alignment, size);
  if (made == NULL) return ENOMEM;
  *memory = made;
  return 0;
}
