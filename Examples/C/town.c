/*
 * What is under a point, what a contractor's point snaps to, and what lies upstream: in C.
 *
 *     make library
 *     gcc Examples/C/town.c $(PKG_CONFIG_PATH=.build/library pkg-config --cflags --libs geosnap) -o town
 *     LD_LIBRARY_PATH=.build/library ./town Examples/Schutterwald/schutterwald.gpkg
 */
#include <geosnap.h>
#include <stdio.h>

static int fail(geosnap_error *error) {
  fprintf(stderr, "%.*s\n", (int)error->message.count, error->message.bytes);
  geosnap_error_free(error);
  return 1;
}

/* Ends a long call when it has taken too long. */
static int32_t go_on(void *context, double share) {
  (void)share;
  return *(int *)context;
}

int main(int argc, char **argv) {
  geosnap_network *network;
  geosnap_error *error;
  const char *path = argc > 1 ? argv[1] : "Examples/Schutterwald/schutterwald.gpkg";
  size_t length = 0;
  while (path[length] != 0) length++;
  geosnap_text file = {path, length};

  if (geosnap_open(file, NULL, &network, &error) != GEOSNAP_OK) return fail(error);
  geosnap_summary summary = {.size = sizeof summary};
  if (geosnap_summarize(network, &summary, &error) != GEOSNAP_OK) return fail(error);
  printf("%llu features in EPSG:%d\n", (unsigned long long)summary.feature_count, (int)summary.srid);

  /* What is within 3 m of two points. */
  double x[] = {417831.99, 412041.0};
  double y[] = {5367587.99, 5364905.0};
  geosnap_identify_options options = {.size = sizeof options, .tolerance = 3};
  geosnap_hits *hits;
  if (geosnap_identify(network, x, y, 2, &options, &hits, &error) != GEOSNAP_OK) return fail(error);
  geosnap_strings *names;
  if (geosnap_texts(network, hits->features, hits->count, GEOSNAP_ASSET_TYPE, &names, &error) != GEOSNAP_OK)
    return fail(error);
  uint64_t hit = 0;
  for (uint64_t point = 0; point < hits->point_count; point++) {
    for (; hit < hits->ends[point]; hit++) {
      uint64_t begin = hit == 0 ? 0 : names->ends[hit - 1];
      printf("point %llu: %.*s, %.2f m\n", (unsigned long long)point, (int)(names->ends[hit] - begin),
        (const char *)names->bytes + begin, hits->distances[hit]);
    }
  }
  geosnap_strings_free(names);
  geosnap_hits_free(hits);

  /* The same point as the end of a house connection: only what the rules allow. */
  geosnap_text words[] = {GEOSNAP_TEXT("--asset-type"), GEOSNAP_TEXT("PipelineLine/Service/House Connection")};
  geosnap_snapper *snapper;
  if (geosnap_snapper_make(network, words, 2, &snapper, &error) != GEOSNAP_OK) {
    /* Another network has no such asset type: the sentence lists those it has. */
    fail(error);
  } else {
    geosnap_snap_options how = {0};
    how.size = sizeof how;
    how.tolerance = 5;
    geosnap_snaps *snaps;
    if (geosnap_snap(snapper, x, y, 2, &how, &snaps, &error) != GEOSNAP_OK) return fail(error);
    for (uint64_t point = 0; point < snaps->count; point++)
      printf("point %llu: kind %d at %.3f %.3f, rule %lld\n", (unsigned long long)point, snaps->kinds[point],
        snaps->x[point], snaps->y[point], (long long)snaps->rules[point]);
    geosnap_snaps_free(snaps);
    geosnap_snapper_free(snapper);
  }

  /* Any verb of the command. */
  geosnap_text verb[] = {GEOSNAP_TEXT("validate"), GEOSNAP_TEXT("--json")};
  geosnap_text nothing = {NULL, 0};
  geosnap_reply *reply;
  int patience = 0;
  if (geosnap_ask(network, verb, 2, nothing, go_on, &patience, &reply, &error) == GEOSNAP_OK) {
    printf("%.*s", (int)reply->output.count, reply->output.bytes);
    geosnap_reply_free(reply);
  } else {
    fail(error);
  }
  geosnap_close(network);
  return 0;
}
