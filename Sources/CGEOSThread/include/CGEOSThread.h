#ifndef CGEOSTHREAD_H
#define CGEOSTHREAD_H

#define GEOS_USE_ONLY_R_API
#include <geos_c.h>

/// What one thread needs to call GEOS.
typedef struct {
  /// The thread's own context.
  GEOSContextHandle_t context;
  /// What GEOS last said, cut to fit; the empty string when it said nothing.
  char message[512];
} cgeos_thread_state;

/// The calling thread's state, made at first use and freed when the thread ends.
///
/// NULL when there is no memory for it.
cgeos_thread_state *cgeos_thread(void);

#endif
