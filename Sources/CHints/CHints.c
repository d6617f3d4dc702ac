#include "CHints.h"

#include <stdlib.h>
#include <sys/mman.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>
#elif defined(__APPLE__)
#include <sys/mount.h>
#include <sys/param.h>
#endif

void chints_prefer_large_pages(void *address, size_t size) {
#ifdef MADV_HUGEPAGE
  madvise(address, size, MADV_HUGEPAGE);
#endif
}

#if defined(__linux__) && defined(SYS_sched_setattr)
// The C library has no words for these before glibc 2.41.
struct attributes {
  uint32_t size;
  uint32_t policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t runtime;
  uint64_t deadline;
  uint64_t period;
};

void chints_prefer_turns(uint64_t nanoseconds) {
  struct attributes attributes = {.size = sizeof attributes};
  if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return;
  // Of other policies these nanoseconds say something else.
  if (attributes.policy != 0) return;
  attributes.runtime = nanoseconds;
  syscall(SYS_sched_setattr, 0, &attributes, 0);
}
#else
void chints_prefer_turns(uint64_t nanoseconds) {}
#endif

bool chints_is_local(const char *path) {
#if defined(__linux__)
  struct statfs status;
  if (statfs(path, &status) != 0) return false;
  switch ((uint32_t)status.f_type) {
    case 0x6969:      // NFS
    case 0x517B:      // SMB
    case 0xFF534D42:  // CIFS
    case 0xFE534D42:  // SMB 2
    case 0x01021997:  // 9P
    case 0x65735546:  // FUSE
    case 0x5346414F:  // AFS
    case 0x73757245:  // Coda
    case 0x00C36400:  // Ceph
    case 0x786F4256:  // shared folders of VirtualBox
      return false;
    default: return true;
  }
#elif defined(__APPLE__)
  struct statfs status;
  return statfs(path, &status) == 0 && (status.f_flags & MNT_LOCAL) != 0;
#else
  return false;
#endif
}

void *chints_zeroed(size_t size) { return calloc(size, 1); }

void chints_give_back(void *memory) { free(memory); }
