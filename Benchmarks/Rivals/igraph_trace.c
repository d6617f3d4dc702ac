/* igraph's C library on the trace network: igraph_trace WORKDIR

   Built once for each labelling of the nodes (net: random, netloc: local); prints one line of JSON for
   each. Times are medians of REPS runs (default 5) in milliseconds, of feeders in microseconds each.

     whole     igraph_subcomponent of the first start, on all edges
     feeder    igraph_subcomponent of each start, on the graph without barriers; the first 200 starts,
               20 on more than 5,000,000 nodes, as each call costs as much as the graph has nodes
     dijkstra  igraph_distances_dijkstra from the first start to all nodes
     components  igraph_connected_components, on the graph without barriers

   igraph's searches give nodes alone; the product and csr_bfs give the edges as well. */
#include <igraph.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static void *load(const char *folder, const char *name, size_t size, size_t *count) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  fseek(file, 0, SEEK_END);
  long bytes = ftell(file);
  rewind(file);
  void *values = malloc(bytes);
  if (fread(values, 1, bytes, file) != (size_t)bytes) exit(1);
  fclose(file);
  *count = bytes / size;
  return values;
}

static int ascending(const void *one, const void *other) {
  double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

static size_t heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/* The median time of some runs of a block, in seconds. */
#define MEDIAN(runs, ...)                                       \
  ({                                                            \
    double times[99];                                           \
    for (int run = 0; run < (runs); run++) {                    \
      double start = now();                                     \
      __VA_ARGS__;                                              \
      times[run] = now() - start;                               \
    }                                                           \
    qsort(times, runs, sizeof *times, ascending);               \
    times[(runs) / 2];                                          \
  })

static void measure(const char *folder, const char *labels, int runs) {
  char name[64];
  size_t edge_count, start_count, count;
  snprintf(name, sizeof name, "%s_u.u32", labels);
  uint32_t *u = load(folder, name, 4, &edge_count);
  snprintf(name, sizeof name, "%s_v.u32", labels);
  uint32_t *v = load(folder, name, 4, &edge_count);
  snprintf(name, sizeof name, "%s_starts.u32", labels);
  uint32_t *starts = load(folder, name, 4, &start_count);
  uint8_t *barriers = load(folder, "net_barrier.u8", 1, &count);
  double *costs = load(folder, "net_w.f64", 8, &count);

  size_t node_count = 0;
  igraph_vector_int_t all, open;
  igraph_vector_int_init(&all, 2 * edge_count);
  igraph_vector_int_init(&open, 0);
  for (size_t edge = 0; edge < edge_count; edge++) {
    VECTOR(all)[2 * edge] = u[edge];
    VECTOR(all)[2 * edge + 1] = v[edge];
    if (u[edge] >= node_count) node_count = u[edge] + 1;
    if (v[edge] >= node_count) node_count = v[edge] + 1;
    if (!barriers[edge]) {
      igraph_vector_int_push_back(&open, u[edge]);
      igraph_vector_int_push_back(&open, v[edge]);
    }
  }

  igraph_t graph, parted;
  int is_built = 0;
  size_t before = heap_bytes();
  double build = MEDIAN(runs, {
    if (is_built) igraph_destroy(&graph);
    igraph_create(&graph, &all, node_count, IGRAPH_UNDIRECTED);
    is_built = 1;
  });
  double bytes_per_edge = (double)(heap_bytes() - before) / edge_count;
  igraph_create(&parted, &open, node_count, IGRAPH_UNDIRECTED);

  igraph_vector_int_t found;
  igraph_vector_int_init(&found, 0);
  double whole = MEDIAN(runs, { igraph_subcomponent(&graph, &found, starts[0], IGRAPH_ALL); });
  size_t whole_nodes = igraph_vector_int_size(&found);

  size_t feeder_starts = node_count > 5000000 ? 20 : 200, feeder_nodes = 0;
  if (feeder_starts > start_count) feeder_starts = start_count;
  double feeder = MEDIAN(runs, {
    feeder_nodes = 0;
    for (size_t start = 0; start < feeder_starts; start++) {
      igraph_subcomponent(&parted, &found, starts[start], IGRAPH_ALL);
      feeder_nodes += igraph_vector_int_size(&found);
    }
  });

  igraph_vector_t weights;
  igraph_vector_view(&weights, costs, edge_count);
  igraph_matrix_t distances;
  igraph_matrix_init(&distances, 0, 0);
  double dijkstra = MEDIAN(runs, {
    igraph_distances_dijkstra(
        &graph, &distances, igraph_vss_1(starts[0]), igraph_vss_all(), &weights, IGRAPH_ALL);
  });
  double dijkstra_sum = 0;
  for (size_t node = 0; node < node_count; node++) dijkstra_sum += MATRIX(distances, 0, node);

  igraph_vector_int_t membership;
  igraph_vector_int_init(&membership, 0);
  igraph_integer_t component_count;
  double components = MEDIAN(runs, {
    igraph_connected_components(&parted, &membership, NULL, &component_count, IGRAPH_WEAK);
  });

  printf("{\"peer\":\"igraph/%s\",\"version\":\"igraph %s\",\"nodes\":%zu,\"edges\":%zu,", labels,
         IGRAPH_VERSION, node_count, edge_count);
  printf("\"build_s\":%.6f,\"bytes_per_edge\":%.1f,", build, bytes_per_edge);
  printf("\"whole_bfs_ms\":%.4f,\"whole_nodes\":%zu,", whole * 1e3, whole_nodes);
  printf("\"feeder_us\":%.3f,\"feeder_starts\":%zu,\"feeder_nodes\":%zu,",
         feeder / feeder_starts * 1e6, feeder_starts, feeder_nodes);
  printf("\"dijkstra_ms\":%.3f,\"dijkstra_sum\":%.3f,", dijkstra * 1e3, dijkstra_sum);
  printf("\"all_components_ms\":%.4f,\"components\":%ld}\n", components * 1e3,
         (long)component_count);
  fflush(stdout);

  igraph_vector_int_destroy(&membership);
  igraph_matrix_destroy(&distances);
  igraph_vector_int_destroy(&found);
  igraph_destroy(&parted);
  igraph_destroy(&graph);
  igraph_vector_int_destroy(&open);
  igraph_vector_int_destroy(&all);
  free(u);
  free(v);
  free(starts);
  free(barriers);
  free(costs);
}

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) {
    fprintf(stderr, "igraph_trace WORKDIR [LABELS]\n");
    return 64;
  }
  int runs = getenv("REPS") ? atoi(getenv("REPS")) : 5;
  if (runs < 1 || runs > 99) runs = 5;
  if (argc == 3) {
    measure(argv[1], argv[2], runs);
  } else {
    measure(argv[1], "net", runs);
    measure(argv[1], "netloc", runs);
  }
  return 0;
}
