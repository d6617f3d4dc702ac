#include "CHints.h"

#include <sys/mman.h>

void chints_prefer_large_pages(void *address, size_t size) {
#ifdef MADV_HUGEPAGE
  madvise(address, size, MADV_HUGEPAGE);
#endif
}
