// What Swift has no words for: hints to the processor and to the system, and the signs of a vector's
// lanes.
#ifndef CHINTS_H
#define CHINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int32_t chints_int4 __attribute__((ext_vector_type(4)));
typedef int8_t chints_char16 __attribute__((ext_vector_type(16)));
typedef double chints_double2 __attribute__((ext_vector_type(2)));

/// The roots of two numbers by one instruction, of which Swift makes two.
static inline __attribute__((always_inline)) chints_double2 chints_square_roots(
    chints_double2 numbers) {
  return __builtin_elementwise_sqrt(numbers);
}

/// The greater of each two numbers by one instruction, the second where one is not a number.
static inline __attribute__((always_inline)) chints_double2 chints_greater(
    chints_double2 numbers, chints_double2 others) {
  return numbers > others ? numbers : others;
}

/// The lesser of each two numbers by one instruction, the second where one is not a number.
static inline __attribute__((always_inline)) chints_double2 chints_lesser(
    chints_double2 numbers, chints_double2 others) {
  return numbers < others ? numbers : others;
}

/// Asks for the cache line at an address, which need not be one that may be read.
static inline __attribute__((always_inline)) void chints_prefetch(const void *address) {
  __builtin_prefetch(address, 0, 3);
}

/// A word that other threads may write meanwhile, as one of them has left it.
static inline __attribute__((always_inline)) uint64_t chints_shared_word(const uint64_t *word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

/// Writes a word that other threads may read and write meanwhile.
static inline __attribute__((always_inline)) void chints_share_word(uint64_t *word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

/// A byte of which other threads may set bits meanwhile.
static inline __attribute__((always_inline)) uint8_t chints_shared_byte(const uint8_t *byte) {
  return __atomic_load_n(byte, __ATOMIC_RELAXED);
}

/// Sets bits of a byte that other threads may read and set bits of meanwhile.
static inline __attribute__((always_inline)) void chints_share_bits(uint8_t *byte, uint8_t bits) {
  __atomic_fetch_or(byte, bits, __ATOMIC_RELAXED);
}

/// Memory of so many bytes, all 0, whose pages the system gives as they are touched; NULL if there is none.
void *chints_zeroed(size_t size);

/// Gives back what `chints_zeroed` gave.
void chints_give_back(void *memory);

/// Asks the system for large pages, where it has any; `address` must begin a page.
void chints_prefer_large_pages(void *address, size_t size);

/// Asks for turns of so many nanoseconds where several threads wait for a processor, for the calling
/// thread and those that it starts; 0 for what is usual. A thread with short turns has one sooner.
/// Linux alone pays heed, from 6.12 on.
void chints_prefer_turns(uint64_t nanoseconds);

/// Whether a file lies on a file system of this machine, and not on one of a server.
bool chints_is_local(const char *path);

/// The signs of 16 lanes as bits 0 to 15: one instruction where Swift's masks take some 10.
static inline __attribute__((always_inline)) uint32_t chints_signs_of_bytes(chints_char16 lanes) {
#if defined(__SSE2__)
  return (uint32_t)__builtin_ia32_pmovmskb128((__attribute__((__vector_size__(16))) char)lanes);
#else
  uint32_t bits = 0;
  for (int lane = 0; lane < 16; lane++) bits |= (uint32_t)(lanes[lane] < 0) << lane;
  return bits;
#endif
}

/// The signs of four times four lanes, each 0 or -1, as bits 0 to 15: four instructions where
/// Swift's masks take some 40.
static inline __attribute__((always_inline)) uint32_t chints_signs(
    chints_int4 first, chints_int4 second, chints_int4 third, chints_int4 fourth) {
#if defined(__SSE2__)
  typedef int v4si __attribute__((__vector_size__(16)));
  return chints_signs_of_bytes((chints_char16)__builtin_ia32_packsswb128(
      __builtin_ia32_packssdw128((v4si)first, (v4si)second),
      __builtin_ia32_packssdw128((v4si)third, (v4si)fourth)));
#else
  const chints_int4 bits = {1, 2, 4, 8};
  chints_int4 all = (first & bits) | ((second & bits) << 4) | ((third & bits) << 8)
      | ((fourth & bits) << 12);
  return (uint32_t)((all[0] | all[1]) | (all[2] | all[3]));
#endif
}

#endif
