/*
 * geosnap.h: utility networks (electric, gas, water) for C and whatever calls C.
 *
 * It opens a network, says what is at a place, snaps by connectivity rules, traces, edits, and says why.
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
 *   - What has been released does not change before the major version does. New versions add functions, and
 *     members at the end of structs. A struct that the caller makes begins with its size, so that an older program
 *     goes on with a newer library.
 *   - No call ends the program for what it is given: NULL, text that is no UTF-8, numbers that are none and sizes
 *     that are too large are errors. A handle that was freed, and memory shorter than its count says, are not found
 *     out.
 *   - Each function may be called by any thread, also several at once with one network. A network is as it was when
 *     a call began, to the call's end, also when another thread edits it.
 *   - What a function gives is the caller's, and is freed by the function that its description names. Arrays in it
 *     are read where they are. They stay as they are after the network has been closed.
 *   - The library has threads of its own, which fork does not copy: a child after fork calls no function of it before
 *     it has started another program by exec.
 *
 * Coordinates, distances and tolerances are in the units of the network, planar. Texts are UTF-8 with a length, and
 * end with a zero byte besides, which their length does not count.
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

/* A text: UTF-8. bytes may be NULL where count is 0. */
typedef struct geosnap_text {
  const char *bytes;
  size_t count; /* in bytes, without a zero at the end */
} geosnap_text;

/* A literal as a text. */
#ifdef __cplusplus
#define GEOSNAP_TEXT(literal) (geosnap_text{(literal), sizeof(literal) - 1})
#else
#define GEOSNAP_TEXT(literal) ((geosnap_text){(literal), sizeof(literal) - 1})
#endif

/* How a call has ended. The numbers are the exit codes of the command. */
typedef int32_t geosnap_status;
#define GEOSNAP_OK 0
#define GEOSNAP_NO_ANSWER 1    /* the question has no answer, such as a trace without a controller */
#define GEOSNAP_ROWS_LEFT_OUT 3 /* done, but what could not be read was left out */
#define GEOSNAP_USAGE 64       /* what the call was given is wrong */
#define GEOSNAP_BAD_DATA 65    /* the data is wrong */
#define GEOSNAP_CANNOT_OPEN 66 /* a file cannot be opened */
#define GEOSNAP_CANNOT_WRITE 74 /* a file cannot be written */
#define GEOSNAP_CANCELLED 130  /* the progress callback said so */

/* Why there is no answer. */
typedef struct geosnap_error {
  geosnap_status status;
  geosnap_text code;    /* a word for the kind of error, such as cannotOpen; it does not change between versions */
  geosnap_text message; /* what is wrong, and what to do, in sentences */
  geosnap_text file;    /* the file in which something is wrong; empty where there is none */
  geosnap_text path;    /* where in it: a JSON path, a section, a table and row; empty where that is not known */
  geosnap_text document; /* what a verb has printed all the same, such as why a transaction is refused */
} geosnap_error;

/* Frees an error; NULL is passed over.
 *
 * Functions that can fail take as their last parameter where to put an error. It is set to NULL when the call
 * succeeds. NULL in its place means that the status is enough. */
GEOSNAP_API void geosnap_error_free(geosnap_error *error);

/* The version of the library, such as 0.1.0. The text is never freed. */
GEOSNAP_API geosnap_text geosnap_version(void);

/* Told now and then what share of a long call is done, from 0 to 1; not a number where nobody knows. It is called by
 * any thread, never by two at once; not at all where little is to be done. It returns 0 to go on, and anything else
 * to end the call with GEOSNAP_CANCELLED. */
typedef int32_t (*geosnap_progress)(void *context, double share);

/* ---- Networks -------------------------------------------------------------------------------------------------- */

/* A network that is open. */
typedef struct geosnap_network geosnap_network;

/* How a network is opened. All members may be 0. */
typedef struct geosnap_open_options {
  size_t size; /* sizeof(geosnap_open_options) */
  /* Where the image is kept with which the network opens at once: a folder, "beside" the network's file, or "none".
   * Empty: what GEOSNAP_CACHE says, or the user's cache. See Documentation/NetworkImage.md. */
  geosnap_text image;
  /* xmin, ymin, xmax, ymax: reads only what reaches into this extent. NULL reads all. */
  const double *extent;
  /* Not 0: a row that cannot be read is an error. 0: it is set aside. */
  int32_t strict;
  geosnap_progress progress; /* NULL for none */
  void *context;             /* handed to progress */
} geosnap_open_options;

/* Opens the network in a GeoPackage file, as `geosnap import` writes them, or in a PostgreSQL database with PostGIS.
 *
 * path is that of the file, or an address: postgresql://USER@HOST/DATABASE?schema=NAME, with all that libpq takes. A
 * password in it is told nowhere.
 * options may be NULL. Close it with geosnap_close. */
GEOSNAP_API geosnap_status geosnap_open(
  geosnap_text path, const geosnap_open_options *options, geosnap_network **network, geosnap_error **error);

/* Lets go of a network; NULL is passed over. Calls that still run in other threads must have ended. */
GEOSNAP_API void geosnap_close(geosnap_network *network);

/* Takes over what others have written into the file or the database since. Calls that run go on with what they began with.
 *
 * changed, which may be NULL, receives whether there was anything. Features of a call before are not to be used
 * after a change: name them by their global ids. */
GEOSNAP_API geosnap_status geosnap_refresh(geosnap_network *network, int32_t *changed, geosnap_error **error);

/* A number that grows whenever the network that is open has become another one: by geosnap_refresh, or by a verb that
 * writes (geosnap_ask). Features and snappers that were made at another revision are of the network before. 0 for
 * NULL. */
GEOSNAP_API uint64_t geosnap_revision(const geosnap_network *network);

/* What a network is, in numbers. */
typedef struct geosnap_summary {
  size_t size;          /* sizeof(geosnap_summary); the caller sets it */
  uint64_t feature_count;
  uint64_t association_count;
  uint64_t rule_count;
  uint64_t set_aside_count; /* rows that could not be read */
  uint64_t table_count;
  int32_t srid;         /* the EPSG code of the reference system; 0 when none is declared */
  int32_t is_extent;    /* 1 when only an extent was read */
  double extent[4];     /* xmin, ymin, xmax, ymax around all features; not numbers when there are none */
} geosnap_summary;

/* Fills a summary whose size the caller has set. */
GEOSNAP_API geosnap_status geosnap_summarize(
  const geosnap_network *network, geosnap_summary *summary, geosnap_error **error);

/* The name of a table, by its number from 0. Free it with geosnap_text_free. */
GEOSNAP_API geosnap_status geosnap_table_name(
  const geosnap_network *network, uint64_t table, geosnap_text *name, geosnap_error **error);

/* Frees a text that a function has given. */
GEOSNAP_API void geosnap_text_free(geosnap_text text);

/* ---- Features -------------------------------------------------------------------------------------------------- */

/* A feature: its table, and its row in the network that is open, both from 0. It is good for the network from which
 * it came until that has another revision. -1, -1 is none. */
typedef struct geosnap_feature {
  int32_t table;
  int32_t row;
} geosnap_feature;

/* A list of features. */
typedef struct geosnap_features {
  uint64_t count;
  const geosnap_feature *features;
  uint64_t revision; /* of the network that was asked: see geosnap_revision */
} geosnap_features;

/* Frees a list; NULL is passed over. */
GEOSNAP_API void geosnap_features_free(geosnap_features *features);

/* The features that a name stands for: a global id, "row:Table/12", or "origin:line/42" for whatever stands for an
 * element of the imported file. A name of nothing is GEOSNAP_USAGE. */
GEOSNAP_API geosnap_status geosnap_features_named(
  const geosnap_network *network, geosnap_text name, geosnap_features **features, geosnap_error **error);

/* Arrays that geosnap_describe fills, each with room for an element of each feature; NULL leaves one out. */
typedef struct geosnap_columns {
  size_t size;           /* sizeof(geosnap_columns) */
  int64_t *row_ids;      /* the primary keys of the rows in the file */
  uint8_t *global_ids;   /* 16 bytes each, in the order in which they are written; zeros where there is none */
  int32_t *asset_groups; /* codes; -1 where there is none */
  int32_t *asset_types;
} geosnap_columns;

/* Describes features in arrays of the caller's.
 *
 * A feature that the network does not have is GEOSNAP_USAGE; the message says which. */
GEOSNAP_API geosnap_status geosnap_describe(
  const geosnap_network *network, const geosnap_feature *features, size_t count, const geosnap_columns *columns,
  geosnap_error **error);

/* Which text of a feature. */
#define GEOSNAP_NAME 0        /* its name, as people call it */
#define GEOSNAP_ORIGIN 1      /* the elements of the imported file that it stands for */
#define GEOSNAP_GLOBAL_ID 2   /* its global id */
#define GEOSNAP_ASSET_TYPE 3  /* Source/Asset group/Asset type, by names */

/* Byte strings, one after the other: texts or geometries. */
typedef struct geosnap_strings {
  uint64_t count;
  const uint8_t *bytes;
  const uint64_t *ends; /* for each where it ends in bytes; the first begins at 0 */
} geosnap_strings;

/* Frees byte strings; NULL is passed over. */
GEOSNAP_API void geosnap_strings_free(geosnap_strings *strings);

/* A text of each feature, empty where it has none. */
GEOSNAP_API geosnap_status geosnap_texts(
  const geosnap_network *network, const geosnap_feature *features, size_t count, int32_t which,
  geosnap_strings **texts, geosnap_error **error);

/* The geometry of each feature as WKB (ISO), empty where it has none. */
GEOSNAP_API geosnap_status geosnap_geometries(
  const geosnap_network *network, const geosnap_feature *features, size_t count, geosnap_strings **geometries,
  geosnap_error **error);

/* ---- What is under a point ------------------------------------------------------------------------------------- */

/* How to look for features. */
typedef struct geosnap_identify_options {
  size_t size;              /* sizeof(geosnap_identify_options) */
  double tolerance;         /* the radius around each point; its border counts */
  const geosnap_text *sources; /* the tables to look in; NULL for all */
  size_t source_count;
  uint64_t limit;           /* the most features of a point; 0 for all */
  int32_t threads;          /* 1: the caller's thread alone; 0: all cores */
  geosnap_progress progress;
  void *context;
} geosnap_identify_options;

/* What was found at points. Hits of a point stand together: points before lines before areas, then the nearest
 * first. */
typedef struct geosnap_hits {
  uint64_t point_count;
  uint64_t count;
  const uint64_t *ends;            /* for each point where its hits end; those of the first begin at 0 */
  const geosnap_feature *features; /* count of them, as of what follows */
  const double *distances;
  const double *x;                 /* where on the feature */
  const double *y;
  const double *z;                 /* not a number where it has none */
  uint64_t revision; /* of the network that was asked: see geosnap_revision */
} geosnap_hits;

/* Frees hits; NULL is passed over. */
GEOSNAP_API void geosnap_hits_free(geosnap_hits *hits);

/* The features within a tolerance of each of count points: x[i], y[i]. Points that are not finite find nothing. */
GEOSNAP_API geosnap_status geosnap_identify(
  const geosnap_network *network, const double *x, const double *y, size_t count,
  const geosnap_identify_options *options, geosnap_hits **hits, geosnap_error **error);

/* ---- Snapping -------------------------------------------------------------------------------------------------- */

/* What is snapped to, and by which rules. */
typedef struct geosnap_snapper geosnap_snapper;

/* Makes a snapper of a network as it is now.
 *
 * words are options of `geosnap snap`: "--asset-type", "PipelineLine/Service/House Connection", "--role",
 * "line-end", "--kinds", "vertices", "--enable", "--disable", "--editing", "--view-scale". Without any everything
 * is snapped to and no rule counts. Free it with geosnap_snapper_free. */
GEOSNAP_API geosnap_status geosnap_snapper_make(
  const geosnap_network *network, const geosnap_text *words, size_t word_count, geosnap_snapper **snapper,
  geosnap_error **error);

/* Frees a snapper; NULL is passed over. */
GEOSNAP_API void geosnap_snapper_free(geosnap_snapper *snapper);

/* Kinds of places that are snapped to. */
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

/* Where points were snapped to: count elements each. */
typedef struct geosnap_snaps {
  uint64_t count;
  const uint8_t *kinds;            /* GEOSNAP_UNSNAPPED: nothing may be snapped to, and the point stays */
  const geosnap_feature *features; /* -1, -1 where there is none */
  const double *x;                 /* the place; the point itself where it is not snapped */
  const double *y;
  const double *z;                 /* not a number where there is none */
  const double *distances;         /* not a number where a point is not snapped */
  const double *fractions;         /* how far along the line, from 0 to 1; not a number where it is none */
  const int64_t *rules;            /* the rule that allows it; -1: none counts; -2: lines of one asset type join */
  uint64_t revision; /* of the network that was asked: see geosnap_revision */
} geosnap_snaps;

/* Frees snaps; NULL is passed over. */
GEOSNAP_API void geosnap_snaps_free(geosnap_snaps *snaps);

/* How points are snapped. */
typedef struct geosnap_snap_options {
  size_t size;      /* sizeof(geosnap_snap_options) */
  double tolerance; /* how far a point may move */
  int32_t threads;  /* 1: the caller's thread alone; 0: all cores */
  geosnap_progress progress;
  void *context;
} geosnap_snap_options;

/* Snaps count points: x[i], y[i]. Points that are not finite stay. */
GEOSNAP_API geosnap_status geosnap_snap(
  const geosnap_snapper *snapper, const double *x, const double *y, size_t count,
  const geosnap_snap_options *options, geosnap_snaps **snaps, geosnap_error **error);

/* ---- Associations ---------------------------------------------------------------------------------------------- */

/* Kinds of associations. */
#define GEOSNAP_CONNECTIVITY 1
#define GEOSNAP_CONTAINMENT 2
#define GEOSNAP_ATTACHMENT 3
#define GEOSNAP_EDGE_FROM 4 /* a junction and the from-end of an edge object */
#define GEOSNAP_EDGE_MIDSPAN 5
#define GEOSNAP_EDGE_TO 6

/* Associations: count elements each. */
typedef struct geosnap_associations {
  uint64_t count;
  const uint8_t *global_ids;   /* 16 bytes each */
  const int32_t *kinds;
  const geosnap_feature *from; /* the container, the structure, or the first of two; -1, -1: not in the extent */
  const geosnap_feature *to;
  const int32_t *from_terminals; /* ids; -1 where none is named */
  const int32_t *to_terminals;
  uint64_t revision; /* of the network that was asked: see geosnap_revision */
} geosnap_associations;

/* Frees associations; NULL is passed over. */
GEOSNAP_API void geosnap_associations_free(geosnap_associations *associations);

/* The associations that are points or lines in an extent: xmin, ymin, xmax, ymax. Containments are not among them:
 * geosnap_ask with "container" has them. */
GEOSNAP_API geosnap_status geosnap_associations_in(
  const geosnap_network *network, const double extent[4], geosnap_associations **associations,
  geosnap_error **error);

/* ---- Traces ---------------------------------------------------------------------------------------------------- */

/* What a trace has found. */
typedef struct geosnap_trace {
  uint64_t count;                  /* elements */
  const geosnap_feature *features; /* of each element */
  const int32_t *terminals;        /* ids; -1 for edges and where none is named */
  const double *from;              /* which stretch of an edge, from 0 to 1; not numbers for junctions */
  const double *to;
  uint64_t function_count;
  const double *function_values;   /* in the order in which they were asked for; not a number where one has none */
  uint64_t revision; /* of the network that was asked: see geosnap_revision */
} geosnap_trace;

/* Frees a trace; NULL is passed over. Until then it keeps the network as it was when it was asked. */
GEOSNAP_API void geosnap_trace_free(geosnap_trace *trace);

/* Traces.
 *
 * words are options of `geosnap trace`: "--type", "downstream", "--start", "origin:lv/line/8769@0.5",
 * "--function", "add(Length)", "--condition", ... A trace without an answer is GEOSNAP_NO_ANSWER. progress and
 * context may be NULL. */
GEOSNAP_API geosnap_status geosnap_trace_run(
  const geosnap_network *network, const geosnap_text *words, size_t word_count, geosnap_progress progress,
  void *context, geosnap_trace **trace, geosnap_error **error);

/* All of an answer as `geosnap trace --json` prints it: also stops, controllers and warnings. It is made when it is
 * asked for, which takes longer than most traces. Free it with geosnap_text_free. */
GEOSNAP_API geosnap_status geosnap_trace_document(
  const geosnap_trace *trace, geosnap_text *document, geosnap_error **error);

/* ---- Everything else ------------------------------------------------------------------------------------------- */

/* What a verb answers. */
typedef struct geosnap_reply {
  geosnap_status status; /* GEOSNAP_OK, GEOSNAP_NO_ANSWER or GEOSNAP_ROWS_LEFT_OUT */
  geosnap_text output;   /* with "--json" one JSON document */
  geosnap_text notes;    /* what somebody should know beside the answer, a line each */
} geosnap_reply;

/* Frees a reply; NULL is passed over. */
GEOSNAP_API void geosnap_reply_free(geosnap_reply *reply);

/* Asks what the command asks, without a process, of a network that is open: validate, explain, show, find,
 * container, subnetworks, segments, distances, why, edit, export, conform, render, report, and all other verbs.
 *
 *     geosnap_text words[] = {GEOSNAP_TEXT("why"), GEOSNAP_TEXT("--from"), ..., GEOSNAP_TEXT("--json")};
 *     geosnap_ask(network, words, 6, GEOSNAP_TEXT(""), NULL, NULL, &reply, &error);
 *
 * The words are those of the command line without the program and without the network, which is the one that is
 * open. For verbs that have none (import, geometry, convert, definition) network is NULL. input is what the verb
 * reads where a word is "-". The keys of each document stand in `geosnap VERB --help`. What `edit` and other verbs
 * write is in the network when the call ends, which has another revision then. A callback that wants to end what is
 * done already comes too late: the answer is given. progress and context may be NULL.
 *
 * A verb that fails is an error with the verb's exit code; reply is NULL then. */
GEOSNAP_API geosnap_status geosnap_ask(
  geosnap_network *network, const geosnap_text *words, size_t word_count, geosnap_text input,
  geosnap_progress progress, void *context, geosnap_reply **reply, geosnap_error **error);

#ifdef __cplusplus
}
#endif

#endif
