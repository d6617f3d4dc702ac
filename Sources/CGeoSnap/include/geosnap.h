/*
 * geosnap.h: utility networks (electric, gas, water) for C and languages that call C.
 *
 * The library opens a network, identifies features, snaps by rules, traces, edits, and explains its answers.
 *
 *     geosnap_network *network;
 *     geosnap_error *error;
 *     if (geosnap_open(GEOSNAP_TEXT("town.gpkg"), NULL, &network, &error) != GEOSNAP_OK) {
 *       fprintf(stderr, "%.*s\n", (int)error->message.count, error->message.bytes);
 *       geosnap_error_free(error);
 *       return 1;
 *     }
 *     ...
 *     geosnap_close(network);
 *
 * Promises
 *   - The interface is stable within a major version. New versions add functions, and members at the end of structs.
 *     Structs of options, geosnap_summary and geosnap_columns begin with their size, so an older program works with a
 *     newer library.
 *   - Invalid arguments do not end the program: NULL, malformed UTF-8, invalid numbers and excessive sizes are errors.
 *     The library does not detect a freed handle, or memory that is shorter than its count.
 *   - Any thread may call any function, and several threads may use one network at once. A call uses the
 *     network as it was when the call began.
 *   - The caller owns each result, and frees the result with the function that the description names. Read the arrays
 *     of a result in place. They stay valid after the network is closed.
 *   - The library starts threads, which fork does not copy. A child process must not call the library between fork
 *     and exec.
 *
 * Coordinates, distances and tolerances are planar, in the units of the network. Texts are UTF-8 with a length. A zero
 * byte follows each text of a result.
 */
#ifndef GEOSNAP_H
#define GEOSNAP_H

#include <stddef.h>
#include <stdint.h>

#define GEOSNAP_VERSION_MAJOR 0
#define GEOSNAP_VERSION_MINOR 1
#define GEOSNAP_VERSION_PATCH 0

#if defined(__GNUC__)
#define GEOSNAP_API __attribute__((visibility("default")))
#else
#define GEOSNAP_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Texts and errors ------------------------------------------------------------------------------------------ */

/* A UTF-8 text. bytes may be NULL if count is 0. */
typedef struct geosnap_text {
  const char *bytes;
  size_t count; /* in bytes, without a zero byte at the end */
} geosnap_text;

/* A string literal as a text. */
#ifdef __cplusplus
#define GEOSNAP_TEXT(literal) (geosnap_text{(literal), sizeof(literal) - 1})
#else
#define GEOSNAP_TEXT(literal) ((geosnap_text){(literal), sizeof(literal) - 1})
#endif

/* The status of a call. The numbers are the exit codes of the command. */
typedef int32_t geosnap_status;
#define GEOSNAP_OK 0
#define GEOSNAP_NO_ANSWER 1    /* no answer, for example to a trace without a controller, or `validate` found errors */
#define GEOSNAP_ROWS_LEFT_OUT 3 /* done, but rows or geometries were left out */
#define GEOSNAP_USAGE 64       /* an argument is invalid */
#define GEOSNAP_BAD_DATA 65    /* the data is invalid */
#define GEOSNAP_CANNOT_OPEN 66 /* a file cannot be opened or created, or a server cannot be reached */
#define GEOSNAP_CANNOT_WRITE 74 /* the output cannot be written */
#define GEOSNAP_CANCELLED 130  /* the progress callback cancelled the call */

/* The cause of a failure. */
typedef struct geosnap_error {
  geosnap_status status;
  geosnap_text code;    /* a word for the kind of error, such as cannotOpen; the same in all versions */
  geosnap_text message; /* sentences with the problem and the remedy */
  geosnap_text file;    /* the file with the error; empty for no file */
  geosnap_text path;    /* the place in the file: a JSON path, a section, or a table and row; empty if unknown */
  geosnap_text document; /* the output of the failed verb, for example the problems of a transaction */
} geosnap_error;

/* Frees an error; NULL is ignored.
 *
 * The last parameter of each function that can fail is the place for an error. Pass NULL if the status is enough. A
 * successful call sets the error to NULL. */
GEOSNAP_API void geosnap_error_free(geosnap_error *error);

/* The version of the library, such as 0.1.0. Do not free the text. */
GEOSNAP_API geosnap_text geosnap_version(void);

/* Receives the finished share of a long call, from 0 to 1, or NaN if unknown. Any thread may run the callback, but only
 * one at a time. Short calls may skip the callback. Return 0 to continue, and another number to end the call with
 * GEOSNAP_CANCELLED. */
typedef int32_t (*geosnap_progress)(void *context, double share);

/* ---- Networks -------------------------------------------------------------------------------------------------- */

/* An open network. */
typedef struct geosnap_network geosnap_network;

/* Options for opening a network. All members except size may be 0. */
typedef struct geosnap_open_options {
  size_t size; /* sizeof(geosnap_open_options) */
  /* The place of the image, which makes the network open at once: a folder, "beside" the network's file, or "none".
   * Empty: the value of GEOSNAP_CACHE, or the user's cache. See Documentation/NetworkImage.md. */
  geosnap_text image;
  /* xmin, ymin, xmax, ymax: reads only features that reach into this extent. NULL reads all. */
  const double *extent;
  /* Not 0: a row that cannot be read is an error. 0: the row is set aside. */
  int32_t strict;
  geosnap_progress progress; /* NULL for none */
  void *context;             /* passed to progress */
} geosnap_open_options;

/* Opens a network in a GeoPackage file, or in a PostgreSQL database with PostGIS.
 *
 * path is the path of the file, or an address: postgresql://USER@HOST/DATABASE?schema=NAME, with everything that libpq
 * accepts. Messages do not show its password. options may be NULL. Close the network with geosnap_close. */
GEOSNAP_API geosnap_status geosnap_open(
  geosnap_text path, const geosnap_open_options *options, geosnap_network **network, geosnap_error **error);

/* Closes a network; NULL is ignored. Calls in other threads must have ended. */
GEOSNAP_API void geosnap_close(geosnap_network *network);

/* Takes over changes that others made in the file or the database. Running calls continue with the former network.
 *
 * changed, which may be NULL, receives 1 if there were changes, otherwise 0. After a change, features of earlier calls
 * are invalid: find them again by their global ids. */
GEOSNAP_API geosnap_status geosnap_refresh(geosnap_network *network, int32_t *changed, geosnap_error **error);

/* A number that grows when the open network changes: by geosnap_refresh, or by a verb that writes (geosnap_ask).
 * Features and snappers of another revision belong to an earlier state. NULL has revision 0. */
GEOSNAP_API uint64_t geosnap_revision(const geosnap_network *network);

/* A network in numbers. */
typedef struct geosnap_summary {
  size_t size;          /* sizeof(geosnap_summary) */
  uint64_t feature_count;
  uint64_t association_count;
  uint64_t rule_count;
  uint64_t set_aside_count; /* rows that could not be read */
  uint64_t table_count;
  int32_t srid;         /* the EPSG code of the reference system; 0 when undeclared */
  int32_t is_extent;    /* 1 when only an extent was read */
  double extent[4];     /* xmin, ymin, xmax, ymax around all geometries; NaN without geometries */
} geosnap_summary;

/* Fills a summary; the caller sets its size. */
GEOSNAP_API geosnap_status geosnap_summarize(
  const geosnap_network *network, geosnap_summary *summary, geosnap_error **error);

/* The name of a table, by its number from 0. Free the name with geosnap_text_free. */
GEOSNAP_API geosnap_status geosnap_table_name(
  const geosnap_network *network, uint64_t table, geosnap_text *name, geosnap_error **error);

/* Frees a text of a result. */
GEOSNAP_API void geosnap_text_free(geosnap_text text);

/* ---- Features -------------------------------------------------------------------------------------------------- */

/* A feature: its table, and its row in the open network, numbered from 0. A feature is valid until its network has
 * another revision. -1, -1 means no feature. */
typedef struct geosnap_feature {
  int32_t table;
  int32_t row;
} geosnap_feature;

/* A list of features. */
typedef struct geosnap_features {
  uint64_t count;
  const geosnap_feature *features;
  uint64_t revision; /* the queried network's revision: see geosnap_revision */
} geosnap_features;

/* Frees a list; NULL is ignored. */
GEOSNAP_API void geosnap_features_free(geosnap_features *features);

/* Finds the features that a name identifies: a global id, "row:Table/12", or "origin:line/42" for the features of
 * an imported element. The status is GEOSNAP_USAGE if no feature has the name. */
GEOSNAP_API geosnap_status geosnap_features_named(
  const geosnap_network *network, geosnap_text name, geosnap_features **features, geosnap_error **error);

/* Arrays that geosnap_describe fills, each with room for one element per feature; a NULL array is not filled. */
typedef struct geosnap_columns {
  size_t size;           /* sizeof(geosnap_columns) */
  int64_t *row_ids;      /* the primary keys of the rows */
  uint8_t *global_ids;   /* 16 bytes each, in the byte order of the text; zeros for none */
  int32_t *asset_groups; /* codes; -1 for none */
  int32_t *asset_types;
} geosnap_columns;

/* Describes features in the caller's arrays.
 *
 * The status is GEOSNAP_USAGE if the network lacks a feature. The message names the feature. */
GEOSNAP_API geosnap_status geosnap_describe(
  const geosnap_network *network, const geosnap_feature *features, size_t count, const geosnap_columns *columns,
  geosnap_error **error);

/* Kinds of texts of a feature. */
#define GEOSNAP_NAME 0        /* the name for users */
#define GEOSNAP_ORIGIN 1      /* the imported elements that the feature comes from */
#define GEOSNAP_GLOBAL_ID 2   /* the global id */
#define GEOSNAP_ASSET_TYPE 3  /* Source/Asset group/Asset type, by names */

/* Byte strings, one after the other: texts or geometries. */
typedef struct geosnap_strings {
  uint64_t count;
  const uint8_t *bytes;
  const uint64_t *ends; /* the end of each string in bytes; the first begins at 0 */
} geosnap_strings;

/* Frees byte strings; NULL is ignored. */
GEOSNAP_API void geosnap_strings_free(geosnap_strings *strings);

/* One text for each feature; empty if missing. */
GEOSNAP_API geosnap_status geosnap_texts(
  const geosnap_network *network, const geosnap_feature *features, size_t count, int32_t which,
  geosnap_strings **texts, geosnap_error **error);

/* The geometry of each feature as ISO WKB; empty if missing. */
GEOSNAP_API geosnap_status geosnap_geometries(
  const geosnap_network *network, const geosnap_feature *features, size_t count, geosnap_strings **geometries,
  geosnap_error **error);

/* ---- What is under a point ------------------------------------------------------------------------------------- */

/* Options for identifying features. */
typedef struct geosnap_identify_options {
  size_t size;              /* sizeof(geosnap_identify_options) */
  double tolerance;         /* the radius around each point, border included */
  const geosnap_text *sources; /* the tables to look in; NULL for all */
  size_t source_count;
  uint64_t limit;           /* the maximum number of features per point; 0 for all */
  int32_t threads;          /* 1: only the caller's thread; 0: all cores */
  geosnap_progress progress;
  void *context;
} geosnap_identify_options;

/* The features at points. The hits of a point are consecutive: points before lines before areas, and within each
 * kind the nearest first. */
typedef struct geosnap_hits {
  uint64_t point_count;
  uint64_t count;
  const uint64_t *ends;            /* the end of each point's hits; the first hits begin at 0 */
  const geosnap_feature *features; /* count elements, like the following arrays */
  const double *distances;
  const double *x;                 /* the nearest place on the feature */
  const double *y;
  const double *z;                 /* NaN for none */
  uint64_t revision; /* the queried network's revision: see geosnap_revision */
} geosnap_hits;

/* Frees hits; NULL is ignored. */
GEOSNAP_API void geosnap_hits_free(geosnap_hits *hits);

/* The features within a tolerance of each of count points x[i], y[i]. Points that are not finite have no hits. */
GEOSNAP_API geosnap_status geosnap_identify(
  const geosnap_network *network, const double *x, const double *y, size_t count,
  const geosnap_identify_options *options, geosnap_hits **hits, geosnap_error **error);

/* ---- Snapping -------------------------------------------------------------------------------------------------- */

/* The features to snap to, and the rules. */
typedef struct geosnap_snapper geosnap_snapper;

/* Makes a snapper for the current state of a network.
 *
 * words are options of `geosnap snap`: "--asset-type", "PipelineLine/Service/House Connection", "--role",
 * "line-end", "--kinds", "vertices", "--enable", "--disable", "--editing", "--view-scale". Without options, the
 * snapper snaps to all features and applies no rules. Free the snapper with geosnap_snapper_free. */
GEOSNAP_API geosnap_status geosnap_snapper_make(
  const geosnap_network *network, const geosnap_text *words, size_t word_count, geosnap_snapper **snapper,
  geosnap_error **error);

/* Frees a snapper; NULL is ignored. */
GEOSNAP_API void geosnap_snapper_free(geosnap_snapper *snapper);

/* Kinds of places to snap to. */
#define GEOSNAP_UNSNAPPED 0
#define GEOSNAP_POINT 1
#define GEOSNAP_LINE_END 2
#define GEOSNAP_VERTEX 3
#define GEOSNAP_INTERSECTION 4
#define GEOSNAP_MIDPOINT 5
#define GEOSNAP_CENTROID 6
#define GEOSNAP_SEGMENT 7
#define GEOSNAP_BOUNDARY 8
#define GEOSNAP_AREA 9
#define GEOSNAP_GUIDE 10

/* The places to which points were snapped: count elements each. */
typedef struct geosnap_snaps {
  uint64_t count;
  const uint8_t *kinds;            /* GEOSNAP_UNSNAPPED: there is no place to snap to, and the point stays */
  const geosnap_feature *features; /* -1, -1 for none */
  const double *x;                 /* the place; the point itself if unsnapped */
  const double *y;
  const double *z;                 /* NaN for none */
  const double *distances;         /* NaN if unsnapped */
  const double *fractions;         /* the position along the line, from 0 to 1; NaN for other features */
  const int64_t *rules; /* the rule that allows the place; -1: no rule applies; -2: lines of one asset type join */
  uint64_t revision; /* the queried network's revision: see geosnap_revision */
} geosnap_snaps;

/* Frees snaps; NULL is ignored. */
GEOSNAP_API void geosnap_snaps_free(geosnap_snaps *snaps);

/* Options for snapping points. */
typedef struct geosnap_snap_options {
  size_t size;      /* sizeof(geosnap_snap_options) */
  double tolerance; /* the maximum distance that a point moves */
  int32_t threads;  /* 1: only the caller's thread; 0: all cores */
  geosnap_progress progress;
  void *context;
} geosnap_snap_options;

/* Snaps count points x[i], y[i]. Points that are not finite stay unsnapped. */
GEOSNAP_API geosnap_status geosnap_snap(
  const geosnap_snapper *snapper, const double *x, const double *y, size_t count,
  const geosnap_snap_options *options, geosnap_snaps **snaps, geosnap_error **error);

/* ---- Associations ---------------------------------------------------------------------------------------------- */

/* Kinds of associations. */
#define GEOSNAP_CONNECTIVITY 1
#define GEOSNAP_CONTAINMENT 2
#define GEOSNAP_ATTACHMENT 3
#define GEOSNAP_EDGE_FROM 4 /* a junction and the end of an edge */
#define GEOSNAP_EDGE_MIDSPAN 5
#define GEOSNAP_EDGE_TO 6

/* Associations: count elements each. */
typedef struct geosnap_associations {
  uint64_t count;
  const uint8_t *global_ids;   /* 16 bytes each */
  const int32_t *kinds;
  const geosnap_feature *from; /* the container, structure or first feature; -1, -1: not in the open network */
  const geosnap_feature *to;
  const int32_t *from_terminals; /* ids; -1 for none */
  const int32_t *to_terminals;
  uint64_t revision; /* the queried network's revision: see geosnap_revision */
} geosnap_associations;

/* Frees associations; NULL is ignored. */
GEOSNAP_API void geosnap_associations_free(geosnap_associations *associations);

/* The associations with both ends in an extent: xmin, ymin, xmax, ymax. For containments, use geosnap_ask
 * with "container". */
GEOSNAP_API geosnap_status geosnap_associations_in(
  const geosnap_network *network, const double extent[4], geosnap_associations **associations,
  geosnap_error **error);

/* ---- Traces ---------------------------------------------------------------------------------------------------- */

/* The result of a trace. */
typedef struct geosnap_trace {
  uint64_t count;                  /* elements */
  const geosnap_feature *features; /* the feature of each element */
  const int32_t *terminals;        /* ids; -1 for edges and elements without a terminal */
  const double *from;              /* the part of an edge, from 0 to 1; NaN for junctions */
  const double *to;
  uint64_t function_count;
  const double *function_values;   /* in the order of the options; NaN for a function without a value */
  uint64_t revision; /* the queried network's revision: see geosnap_revision */
} geosnap_trace;

/* Frees a trace; NULL is ignored. Until then, a trace keeps the traced network in memory. */
GEOSNAP_API void geosnap_trace_free(geosnap_trace *trace);

/* Traces a network.
 *
 * words are options of `geosnap trace`: "--type", "downstream", "--start", "origin:lv/line/8769@0.5",
 * "--function", "add(Length)", "--condition", ... The status is GEOSNAP_NO_ANSWER if the trace has
 * no answer. progress and context may be NULL. */
GEOSNAP_API geosnap_status geosnap_trace_run(
  const geosnap_network *network, const geosnap_text *words, size_t word_count, geosnap_progress progress,
  void *context, geosnap_trace **trace, geosnap_error **error);

/* The whole answer as `geosnap trace --json` prints it, including stops, controllers and warnings. Making
 * the document takes longer than most traces. Free the document with geosnap_text_free. */
GEOSNAP_API geosnap_status geosnap_trace_document(
  const geosnap_trace *trace, geosnap_text *document, geosnap_error **error);

/* ---- Everything else ------------------------------------------------------------------------------------------- */

/* The answer of a verb. */
typedef struct geosnap_reply {
  geosnap_status status; /* GEOSNAP_OK, GEOSNAP_NO_ANSWER or GEOSNAP_ROWS_LEFT_OUT */
  geosnap_text output;   /* one JSON document with "--json" */
  geosnap_text notes;    /* notes and warnings for users, one per line */
} geosnap_reply;

/* Frees a reply; NULL is ignored. */
GEOSNAP_API void geosnap_reply_free(geosnap_reply *reply);

/* Runs any verb of the command except serve on an open network, without a new process: for example validate, explain,
 * edit or export.
 *
 *     geosnap_text words[] = {GEOSNAP_TEXT("why"), GEOSNAP_TEXT("--from"), ..., GEOSNAP_TEXT("--json")};
 *     geosnap_ask(network, words, 6, GEOSNAP_TEXT(""), NULL, NULL, &reply, &error);
 *
 * words are the command line without the program and the network. network is NULL for checkin, checkout,
 * convert, copy, database, definition, geometry and import. input is the standard input, which the verb reads for the
 * word "-". `geosnap VERB --help` lists the keys of each document. If the verb changed the network, the network has
 * another revision when the call ends. If a callback cancels a verb that is already done, the call still returns the
 * answer. progress and context may be NULL.
 *
 * If the verb fails, the call returns an error with the verb's exit code, and reply is NULL. */
GEOSNAP_API geosnap_status geosnap_ask(
  geosnap_network *network, const geosnap_text *words, size_t word_count, geosnap_text input,
  geosnap_progress progress, void *context, geosnap_reply **reply, geosnap_error **error);

#ifdef __cplusplus
}
#endif

#endif
