#include "CPROJThread.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int key_exists = 0;

static void keep_message(void *state, int level, const char *message) {
  cproj_thread_state *thread = state;
  if (level == PJ_LOG_ERROR) snprintf(thread->message, sizeof thread->message, "%s", message);
}

static void forget(cproj_pipeline_entry *entry) {
  proj_destroy(entry->operation);
  free(entry->text);
  memset(entry, 0, sizeof *entry);
}

static void free_state(void *state) {
  cproj_thread_state *thread = state;
  for (int index = 0; index < CPROJ_PIPELINES; index++) forget(&thread->pipelines[index]);
  proj_context_destroy(thread->context);
  free(thread);
}

static void make_key(void) { key_exists = pthread_key_create(&key, free_state) == 0; }

cproj_thread_state *cproj_thread(void) {
  pthread_once(&once, make_key);
  if (!key_exists) return NULL;
  cproj_thread_state *thread = pthread_getspecific(key);
  if (thread) return thread;

  thread = calloc(1, sizeof *thread);
  if (!thread) return NULL;
  thread->context = proj_context_create();
  if (!thread->context || pthread_setspecific(key, thread) != 0) {
    if (thread->context) proj_context_destroy(thread->context);
    free(thread);
    return NULL;
  }
  // Answers must not depend on what a server says today.
  proj_context_set_enable_network(thread->context, 0);
  proj_log_func(thread->context, thread, keep_message);
  // A user who brings the library to a machine without PROJ brings its database too.
  const char *folder = getenv("GEOSNAP_PROJ_DATA");
  if (folder && *folder) proj_context_set_search_paths(thread->context, 1, &folder);
  return thread;
}

PJ *cproj_pipeline(cproj_thread_state *thread, const char *text) {
  thread->clock++;
  cproj_pipeline_entry *oldest = &thread->pipelines[0];
  for (int index = 0; index < CPROJ_PIPELINES; index++) {
    cproj_pipeline_entry *entry = &thread->pipelines[index];
    if (entry->text && strcmp(entry->text, text) == 0) {
      entry->used = thread->clock;
      return entry->operation;
    }
    if (entry->used < oldest->used) oldest = entry;
  }
  char *kept = strdup(text);
  if (!kept) return NULL;
  PJ *operation = proj_create(thread->context, text);
  if (!operation) {
    free(kept);
    return NULL;
  }
  forget(oldest);
  oldest->text = kept;
  oldest->operation = operation;
  oldest->used = thread->clock;
  return operation;
}
