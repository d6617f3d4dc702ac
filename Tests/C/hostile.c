/* Calls libgeosnap with whatever a careless program may hand it.
 *
 *     hostile NETWORK.gpkg [CALLS] [SEED]
 *
 * Arguments are drawn from pools: NULL, empty, long and broken texts, numbers that are none, sizes that are wrong,
 * features that are not there. Each call has to end with an answer or with an error that has a sentence. Run it with
 * valgrind, or with a library and a program that have -fsanitize=address: Scripts/check-bindings does.
 */
#include <geosnap.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint64_t draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static size_t below(size_t count) { return (size_t)(draw() % count); }

static const char *const words_pool[] = {
  "", "-", "--", "--json", "--type", "connected", "upstream", "isolation", "--start", "origin:", "row:PipelineLine/1",
  "row:PipelineLine/99999999999999999999", "--at", "417831.99,5367587.99", "nan,nan", "1e999,1", "--tolerance", "5",
  "-1", "nan", "--asset-type", "PipelineLine/Service/House Connection", "a/b/c", "--kinds", "vertices", "--enable",
  "identify", "snap", "explain", "validate", "info", "show", "find", "why", "segments", "subnetworks", "distances",
  "edit", "--transaction", "--undo", "--history", "geometry", "buffer", "POINT (0 0)", "POLYGON ((0 0", "--distance",
  "container", "--element", "{}", "\xff\xfe", "\xed\xa0\x80", "M 17", "--limit", "0", "18446744073709551616",
  "no-such-verb", "--help", "graph", "associations", "--extent", "417800,5367500,417900,5367600",
};
#define POOL (sizeof words_pool / sizeof *words_pool)

static char *long_word;

static geosnap_text text(void) {
  geosnap_text given = {NULL, 0};
  switch (below(24)) {
    case 0: break;
    case 1: given.count = 5; break;
    case 2: given.bytes = "x"; given.count = SIZE_MAX; if (below(2)) given.bytes = NULL; else given.count = 0; break;
    case 3: given.bytes = long_word; given.count = 100000; break;
    case 4: given.bytes = "a\0b"; given.count = 3; break;
    default: {
      const char *word = words_pool[below(POOL)];
      given.bytes = word;
      given.count = strlen(word);
    }
  }
  return given;
}

static double number(void) {
  switch (below(12)) {
    case 0: return NAN;
    case 1: return INFINITY;
    case 2: return -INFINITY;
    case 3: return 1e308;
    case 4: return -0.0;
    case 5: return 0;
    case 6: return -1;
    default: return (double)below(1000) / 10;
  }
}

static double x_ordinate(void) { return below(4) ? 417700 + number() : number(); }
static double y_ordinate(void) { return below(4) ? 5367500 + number() : number(); }

static geosnap_feature feature(void) {
  geosnap_feature given;
  given.table = below(3) ? (int32_t)below(12) : (int32_t)draw();
  given.row = below(3) ? (int32_t)below(400) : (int32_t)draw();
  return given;
}

/* Zeros, the right size, or another. */
static size_t size_of(size_t right) {
  switch (below(8)) {
    case 0: return 0;
    case 1: return 3;
    case 2: return SIZE_MAX;
    case 3: return sizeof(size_t);
    default: return right;
  }
}

/* So many places are answered by all cores, and tell how far they are. */
#define MANY 5000
static double many_x[MANY], many_y[MANY];

static int calls_back;

static int32_t told(void *context, double share) {
  (void)context;
  (void)share;
  calls_back += 1;
  return below(6) == 0;
}

static unsigned long failures;

/* Looks at how a call has ended. */
static void ended(const char *name, geosnap_status status, geosnap_error *const *place, int has_place) {
  geosnap_error *error = *place;
  int answered = status == GEOSNAP_OK || status == GEOSNAP_ROWS_LEFT_OUT;
  if (has_place && !answered && status != GEOSNAP_NO_ANSWER && (error == NULL || error->message.count == 0)) {
    fprintf(stderr, "%s ended with %d and no sentence\n", name, (int)status);
    failures += 1;
  }
  if (has_place && error != NULL) {
    if (error->status != status || error->message.bytes[error->message.count] != 0) {
      fprintf(stderr, "%s: its error is not that of its status\n", name);
      failures += 1;
    }
    geosnap_error_free(error);
  }
}

int main(int count, char **arguments) {
  if (count < 2) {
    fprintf(stderr, "usage: hostile NETWORK.gpkg [CALLS] [SEED]\n");
    return 64;
  }
  unsigned long calls = count > 2 ? strtoul(arguments[2], NULL, 10) : 2000;
  state = count > 3 ? strtoull(arguments[3], NULL, 10) : 27;
  printf("seed %llu, %lu calls\n", (unsigned long long)state, calls);
  state = state * 2654435761u + 88172645463325252u;
  long_word = malloc(100000);
  if (long_word == NULL) return 1;
  memset(long_word, 'w', 100000);

  geosnap_network *network = NULL;
  geosnap_error *error = NULL;
  geosnap_text path = {arguments[1], strlen(arguments[1])};
  geosnap_open_options opening;
  memset(&opening, 0, sizeof opening);
  opening.size = sizeof opening;
  opening.image = GEOSNAP_TEXT("none");
  if (geosnap_open(path, &opening, &network, &error) != GEOSNAP_OK) {
    fprintf(stderr, "%s\n", error->message.bytes);
    return 1;
  }
  geosnap_snapper *snapper = NULL;
  if (geosnap_snapper_make(network, NULL, 0, &snapper, NULL) != GEOSNAP_OK) return 1;

  for (int number = 0; number < MANY; number++) {
    many_x[number] = x_ordinate();
    many_y[number] = y_ordinate();
  }
  for (unsigned long call = 0; call < calls; call++) {
    /* One call in eight leaves out where the error, the answer or the network goes. */
    int has_place = below(8) != 0;
    int has_answer = below(8) != 0;
    geosnap_error *told_error = NULL;
    geosnap_error **place = has_place ? &told_error : NULL;
    geosnap_network *asked = below(8) ? network : NULL;
    double x[40], y[40];
    geosnap_feature features[40];
    for (int number = 0; number < 40; number++) {
      x[number] = x_ordinate();
      y[number] = y_ordinate();
      features[number] = feature();
    }
    /* The count is never more than there is: what is shorter than its count is not found out. */
    size_t places = below(6) ? below(40) : 0;
    const double *xs = below(10) ? x : NULL;
    const double *ys = below(10) ? y : NULL;
    const geosnap_feature *given = below(10) ? features : NULL;
    if (xs == NULL || ys == NULL || given == NULL) places = below(2) ? places : SIZE_MAX - below(3);
    geosnap_text words[6];
    size_t word_count = below(7);
    for (int number = 0; number < 6; number++) words[number] = text();
    geosnap_progress progress = below(3) ? NULL : told;
    const geosnap_text *given_words = below(10) ? words : NULL;
    switch (below(14)) {
      case 0: {
        geosnap_open_options options;
        memset(&options, 0, sizeof options);
        options.size = size_of(sizeof options);
        if (options.size > sizeof options && options.size <= 4096) options.size = sizeof options;
        options.image = GEOSNAP_TEXT("none");
        double extent[4] = {x_ordinate(), y_ordinate(), x_ordinate(), y_ordinate()};
        options.extent = below(3) ? NULL : extent;
        options.strict = (int32_t)below(3);
        options.progress = progress;
        geosnap_network *other = NULL;
        geosnap_status status =
          geosnap_open(below(3) ? text() : path, &options, has_answer ? &other : NULL, place);
        ended("open", status, &told_error, has_place);
        geosnap_close(other);
        break;
      }
      case 1: {
        geosnap_summary summary;
        summary.size = size_of(sizeof summary);
        if (summary.size > sizeof summary && summary.size <= 4096) summary.size = sizeof summary;
        ended("summarize", geosnap_summarize(asked, has_answer ? &summary : NULL, place), &told_error, has_place);
        break;
      }
      case 2: {
        geosnap_text name = {NULL, 0};
        geosnap_status status =
          geosnap_table_name(asked, below(2) ? below(12) : draw(), has_answer ? &name : NULL, place);
        ended("table_name", status, &told_error, has_place);
        if (status == GEOSNAP_OK) geosnap_text_free(name);
        break;
      }
      case 3: {
        geosnap_features *found = NULL;
        ended("features_named", geosnap_features_named(asked, text(), has_answer ? &found : NULL, place), &told_error,
          has_place);
        geosnap_features_free(found);
        break;
      }
      case 4: {
        int64_t rows[40];
        uint8_t ids[640];
        int32_t groups[40], types[40];
        geosnap_columns columns;
        columns.size = sizeof columns;
        columns.row_ids = below(3) ? rows : NULL;
        columns.global_ids = below(3) ? ids : NULL;
        columns.asset_groups = below(3) ? groups : NULL;
        columns.asset_types = below(3) ? types : NULL;
        ended("describe", geosnap_describe(asked, given, places, has_answer ? &columns : NULL, place), &told_error,
          has_place);
        break;
      }
      case 5: {
        geosnap_strings *texts = NULL;
        ended("texts",
          geosnap_texts(asked, given, places, (int32_t)(below(2) ? below(4) : draw()), has_answer ? &texts : NULL, place),
          &told_error, has_place);
        geosnap_strings_free(texts);
        break;
      }
      case 6: {
        geosnap_strings *geometries = NULL;
        ended("geometries", geosnap_geometries(asked, given, places, has_answer ? &geometries : NULL, place),
          &told_error, has_place);
        geosnap_strings_free(geometries);
        break;
      }
      case 7:
      case 8: {
        geosnap_identify_options options;
        memset(&options, 0, sizeof options);
        options.size = size_of(sizeof options);
        options.tolerance = number();
        options.sources = below(3) ? NULL : given_words;
        options.source_count = below(3) ? 0 : word_count;
        options.limit = below(2) ? 0 : draw();
        options.threads = (int32_t)below(3);
        options.progress = progress;
        geosnap_hits *hits = NULL;
        int is_many = below(8) == 0;
        geosnap_status status = geosnap_identify(asked, is_many ? many_x : xs, is_many ? many_y : ys,
          is_many ? MANY : below(4) ? places : 1, below(10) ? &options : NULL, has_answer ? &hits : NULL, place);
        ended("identify", status, &told_error, has_place);
        double sum = 0;
        for (uint64_t hit = 0; hits != NULL && hit < hits->count; hit++)
          sum += hits->distances[hit] + hits->x[hit] + hits->y[hit] + hits->features[hit].row;
        if (hits != NULL && sum != sum && hits->count == 0) failures += 1;
        geosnap_hits_free(hits);
        break;
      }
      case 9: {
        geosnap_snapper *other = NULL;
        ended("snapper_make",
          geosnap_snapper_make(asked, given_words, given_words ? word_count : 3, has_answer ? &other : NULL, place),
          &told_error, has_place);
        geosnap_snapper_free(other);
        break;
      }
      case 10: {
        geosnap_snap_options options;
        memset(&options, 0, sizeof options);
        options.size = size_of(sizeof options);
        options.tolerance = number();
        options.threads = (int32_t)below(3);
        options.progress = progress;
        geosnap_snaps *snaps = NULL;
        int is_many = below(8) == 0;
        ended("snap",
          geosnap_snap(below(8) ? snapper : NULL, is_many ? many_x : xs, is_many ? many_y : ys,
            is_many ? MANY : below(4) ? places : 1, below(10) ? &options : NULL, has_answer ? &snaps : NULL, place),
          &told_error, has_place);
        geosnap_snaps_free(snaps);
        break;
      }
      case 11: {
        double extent[4] = {x_ordinate(), y_ordinate(), x_ordinate(), y_ordinate()};
        geosnap_associations *found = NULL;
        ended("associations_in",
          geosnap_associations_in(asked, below(8) ? extent : NULL, has_answer ? &found : NULL, place), &told_error,
          has_place);
        geosnap_associations_free(found);
        break;
      }
      case 12: {
        geosnap_trace *trace = NULL;
        ended("trace_run",
          geosnap_trace_run(asked, given_words, given_words ? word_count : 2, progress, NULL,
            has_answer ? &trace : NULL, place),
          &told_error, has_place);
        if (has_answer && below(2)) {
          geosnap_text document = {NULL, 0};
          geosnap_error *other_error = NULL;
          geosnap_status status = geosnap_trace_document(trace, below(8) ? &document : NULL, &other_error);
          ended("trace_document", status, &other_error, 1);
          geosnap_text_free(document);
        }
        geosnap_trace_free(trace);
        break;
      }
      default: {
        geosnap_reply *reply = NULL;
        geosnap_status status = geosnap_ask(asked, given_words, given_words ? word_count : 2, text(), progress, NULL,
          has_answer ? &reply : NULL, place);
        if (status != 1 || reply == NULL) ended("ask", status, &told_error, has_place);
        else geosnap_error_free(told_error);
        geosnap_reply_free(reply);
      }
    }
  }
  geosnap_snapper_free(snapper);
  geosnap_close(network);
  free(long_word);
  printf("%lu calls, %d callbacks, %lu failures\n", calls, calls_back, failures);
  return failures == 0 ? 0 : 1;
}
