// Steps through every row of a GeoPackage's tables and touches every column, with the SQLite C API:
// what reading the file costs before anything is made of it.
//   cc -O2 sqlite_step.c -lsqlite3 -o sqlite_step && ./sqlite_step FILE [REPETITIONS]
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void check(sqlite3 *db, int code, int expected) {
  if (code == expected) return;
  fprintf(stderr, "sqlite_step: %s\n", sqlite3_errmsg(db));
  exit(1);
}

static unsigned long long touch(sqlite3_stmt *row, int columns) {
  unsigned long long sum = 0;
  for (int i = 0; i < columns; i++) {
    switch (sqlite3_column_type(row, i)) {
      case SQLITE_INTEGER: sum += (unsigned long long)sqlite3_column_int64(row, i); break;
      case SQLITE_FLOAT: sum += (unsigned long long)(long long)sqlite3_column_double(row, i); break;
      case SQLITE_TEXT: sum += sqlite3_column_text(row, i)[0]; break;
      case SQLITE_BLOB: {
        const unsigned char *bytes = sqlite3_column_blob(row, i);
        int count = sqlite3_column_bytes(row, i);
        for (int k = 0; k < count; k += 64) sum += bytes[k];
        break;
      }
      default: break;
    }
  }
  return sum;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  if (argc < 2) return fprintf(stderr, "usage: sqlite_step FILE [REPETITIONS]\n"), 2;
  int repetitions = argc > 2 ? atoi(argv[2]) : 5;
  double *times = malloc(sizeof(double) * (size_t)repetitions);
  unsigned long long rows = 0, sum = 0;
  for (int r = -1; r < repetitions; r++) {
    double start = now();
    rows = sum = 0;
    sqlite3 *db;
    check(NULL, sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    sqlite3_stmt *tables;
    check(db, sqlite3_prepare_v2(db, "SELECT table_name FROM gpkg_contents", -1, &tables, NULL), SQLITE_OK);
    while (sqlite3_step(tables) == SQLITE_ROW) {
      char sql[1024];
      sqlite3_snprintf(sizeof sql, sql, "SELECT * FROM \"%w\"", sqlite3_column_text(tables, 0));
      sqlite3_stmt *row;
      check(db, sqlite3_prepare_v2(db, sql, -1, &row, NULL), SQLITE_OK);
      int columns = sqlite3_column_count(row), code;
      while ((code = sqlite3_step(row)) == SQLITE_ROW) rows++, sum += touch(row, columns);
      check(db, code, SQLITE_DONE);
      sqlite3_finalize(row);
    }
    sqlite3_finalize(tables);
    sqlite3_close(db);
    if (r >= 0) times[r] = now() - start;
  }
  qsort(times, (size_t)repetitions, sizeof(double), compare);
  printf("{\"peer\": \"sqlite_step\", \"rows\": %llu, \"sum\": %llu, \"ms\": %.2f}\n", rows, sum, times[repetitions / 2]);
  return 0;
}
