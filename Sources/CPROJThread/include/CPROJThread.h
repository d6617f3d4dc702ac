#ifndef CPROJTHREAD_H
#define CPROJTHREAD_H

#include <proj.h>

/// How many pipelines a thread keeps ready.
#define CPROJ_PIPELINES 16

/// A pipeline that a thread has made, and the text it was made of.
typedef struct {
  char *text;
  PJ *operation;
  /// When it was last asked for.
  unsigned long used;
} cproj_pipeline_entry;

/// What one thread needs to call PROJ.
typedef struct {
  /// The thread's own context.
  PJ_CONTEXT *context;
  /// What PROJ last said, cut to fit; the empty string when it said nothing.
  char message[512];
  /// The pipelines used last.
  cproj_pipeline_entry pipelines[CPROJ_PIPELINES];
  /// Counts the calls.
  unsigned long clock;
} cproj_thread_state;

/// The calling thread's state, made at first use and freed when the thread ends.
///
/// NULL when there is no memory for it.
cproj_thread_state *cproj_thread(void);

/// The operation of a pipeline, made at first use and kept for the thread.
///
/// It belongs to the thread and is valid until the thread's next call of this function. NULL when PROJ
/// cannot make it; the message says why.
PJ *cproj_pipeline(cproj_thread_state *thread, const char *text);

#endif
