#include "CGEOSThread.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int key_exists = 0;
// GEOS_init_r writes a global without a lock (libgeos #1307).
static pthread_mutex_t init_lock = PTHREAD_MUTEX_INITIALIZER;

// The same as the key's value: found in an instruction instead of a call.
static _Thread_local cgeos_thread_state *current = NULL;

static void keep_message(const char *message, void *state) {
  cgeos_thread_state *thread = state;
  snprintf(thread->message, sizeof thread->message, "%s", message);
}

static void free_state(void *state) {
  cgeos_thread_state *thread = state;
  current = NULL;
  GEOS_finish_r(thread->context);
  free(thread);
}

static void make_key(void) { key_exists = pthread_key_create(&key, free_state) == 0; }

cgeos_thread_state *cgeos_thread(void) {
  if (current) return current;
  pthread_once(&once, make_key);
  if (!key_exists) return NULL;

  cgeos_thread_state *thread = calloc(1, sizeof *thread);
  if (!thread) return NULL;
  pthread_mutex_lock(&init_lock);
  thread->context = GEOS_init_r();
  pthread_mutex_unlock(&init_lock);
  if (!thread->context || pthread_setspecific(key, thread) != 0) {
    if (thread->context) GEOS_finish_r(thread->context);
    free(thread);
    return NULL;
  }
  GEOSContext_setNoticeMessageHandler_r(thread->context, keep_message, thread);
  GEOSContext_setErrorMessageHandler_r(thread->context, keep_message, thread);
  current = thread;
  return thread;
}
