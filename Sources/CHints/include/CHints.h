// What Swift has no words for: hints to the processor and to the system.
#ifndef CHINTS_H
#define CHINTS_H

#include <stddef.h>

/// Asks for the cache line at an address, which need not be one that may be read.
static inline __attribute__((always_inline)) void chints_prefetch(const void *address) {
  __builtin_prefetch(address, 0, 3);
}

/// Asks the system for large pages, where it has any; `address` must begin a page.
void chints_prefer_large_pages(void *address, size_t size);

#endif
