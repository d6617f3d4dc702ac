// What Swift has no words for: a hint to the processor.
#ifndef CHINTS_H
#define CHINTS_H

/// Asks for the cache line at an address, which need not be one that may be read.
static inline __attribute__((always_inline)) void chints_prefetch(const void *address) {
  __builtin_prefetch(address, 0, 3);
}

#endif
