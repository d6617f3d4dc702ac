// Made by Scripts/make-page-table: the files of the page, in the program.
#include "include/CServicePage.h"
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "page/assettype.js"
};
static const unsigned char file_1[] = {
#embed "page/associations.js"
};
static const unsigned char file_2[] = {
#embed "page/commits.js"
};
static const unsigned char file_3[] = {
#embed "page/conditions.js"
};
static const unsigned char file_4[] = {
#embed "page/configuration.js"
};
static const unsigned char file_5[] = {
#embed "page/containers.js"
};
static const unsigned char file_6[] = {
#embed "page/contrast.js"
};
static const unsigned char file_7[] = {
#embed "page/core.js"
};
static const unsigned char file_8[] = {
#embed "page/definition.js"
};
static const unsigned char file_9[] = {
#embed "page/dom.js"
};
static const unsigned char file_10[] = {
#embed "page/draw.js"
};
static const unsigned char file_11[] = {
#embed "page/drawing.js"
};
static const unsigned char file_12[] = {
#embed "page/fields.js"
};
static const unsigned char file_13[] = {
#embed "page/fixes.js"
};
static const unsigned char file_14[] = {
#embed "page/frame.js"
};
static const unsigned char file_15[] = {
#embed "page/geometry.js"
};
static const unsigned char file_16[] = {
#embed "page/history.js"
};
static const unsigned char file_17[] = {
#embed "page/icon.svg"
};
static const unsigned char file_18[] = {
#embed "page/index.html"
};
static const unsigned char file_19[] = {
#embed "page/keys.js"
};
static const unsigned char file_20[] = {
#embed "page/latest.js"
};
static const unsigned char file_21[] = {
#embed "page/layers.js"
};
static const unsigned char file_22[] = {
#embed "page/layout.css"
};
static const unsigned char file_23[] = {
#embed "page/leaflet/LICENSE"
};
static const unsigned char file_24[] = {
#embed "page/leaflet/leaflet.css"
};
static const unsigned char file_25[] = {
#embed "page/leaflet/leaflet.js"
};
static const unsigned char file_26[] = {
#embed "page/look.js"
};
static const unsigned char file_27[] = {
#embed "page/looks.js"
};
static const unsigned char file_28[] = {
#embed "page/main.js"
};
static const unsigned char file_29[] = {
#embed "page/names.js"
};
static const unsigned char file_30[] = {
#embed "page/notices.js"
};
static const unsigned char file_31[] = {
#embed "page/overlay.js"
};
static const unsigned char file_32[] = {
#embed "page/panel.js"
};
static const unsigned char file_33[] = {
#embed "page/parts.css"
};
static const unsigned char file_34[] = {
#embed "page/places.js"
};
static const unsigned char file_35[] = {
#embed "page/pointer.js"
};
static const unsigned char file_36[] = {
#embed "page/print.css"
};
static const unsigned char file_37[] = {
#embed "page/printing.js"
};
static const unsigned char file_38[] = {
#embed "page/remedies.js"
};
static const unsigned char file_39[] = {
#embed "page/scalebar.js"
};
static const unsigned char file_40[] = {
#embed "page/search.js"
};
static const unsigned char file_41[] = {
#embed "page/service.js"
};
static const unsigned char file_42[] = {
#embed "page/shapes.js"
};
static const unsigned char file_43[] = {
#embed "page/sheet.js"
};
static const unsigned char file_44[] = {
#embed "page/snapping.js"
};
static const unsigned char file_45[] = {
#embed "page/theme.css"
};
static const unsigned char file_46[] = {
#embed "page/theme.js"
};
static const unsigned char file_47[] = {
#embed "page/tiles.js"
};
static const unsigned char file_48[] = {
#embed "page/tools.js"
};
static const unsigned char file_49[] = {
#embed "page/trace.js"
};
static const unsigned char file_50[] = {
#embed "page/validation.js"
};

static const geosnap_page files[] = {
  {"assettype.js", file_0, sizeof file_0},
  {"associations.js", file_1, sizeof file_1},
  {"commits.js", file_2, sizeof file_2},
  {"conditions.js", file_3, sizeof file_3},
  {"configuration.js", file_4, sizeof file_4},
  {"containers.js", file_5, sizeof file_5},
  {"contrast.js", file_6, sizeof file_6},
  {"core.js", file_7, sizeof file_7},
  {"definition.js", file_8, sizeof file_8},
  {"dom.js", file_9, sizeof file_9},
  {"draw.js", file_10, sizeof file_10},
  {"drawing.js", file_11, sizeof file_11},
  {"fields.js", file_12, sizeof file_12},
  {"fixes.js", file_13, sizeof file_13},
  {"frame.js", file_14, sizeof file_14},
  {"geometry.js", file_15, sizeof file_15},
  {"history.js", file_16, sizeof file_16},
  {"icon.svg", file_17, sizeof file_17},
  {"index.html", file_18, sizeof file_18},
  {"keys.js", file_19, sizeof file_19},
  {"latest.js", file_20, sizeof file_20},
  {"layers.js", file_21, sizeof file_21},
  {"layout.css", file_22, sizeof file_22},
  {"leaflet/LICENSE", file_23, sizeof file_23},
  {"leaflet/leaflet.css", file_24, sizeof file_24},
  {"leaflet/leaflet.js", file_25, sizeof file_25},
  {"look.js", file_26, sizeof file_26},
  {"looks.js", file_27, sizeof file_27},
  {"main.js", file_28, sizeof file_28},
  {"names.js", file_29, sizeof file_29},
  {"notices.js", file_30, sizeof file_30},
  {"overlay.js", file_31, sizeof file_31},
  {"panel.js", file_32, sizeof file_32},
  {"parts.css", file_33, sizeof file_33},
  {"places.js", file_34, sizeof file_34},
  {"pointer.js", file_35, sizeof file_35},
  {"print.css", file_36, sizeof file_36},
  {"printing.js", file_37, sizeof file_37},
  {"remedies.js", file_38, sizeof file_38},
  {"scalebar.js", file_39, sizeof file_39},
  {"search.js", file_40, sizeof file_40},
  {"service.js", file_41, sizeof file_41},
  {"shapes.js", file_42, sizeof file_42},
  {"sheet.js", file_43, sizeof file_43},
  {"snapping.js", file_44, sizeof file_44},
  {"theme.css", file_45, sizeof file_45},
  {"theme.js", file_46, sizeof file_46},
  {"tiles.js", file_47, sizeof file_47},
  {"tools.js", file_48, sizeof file_48},
  {"trace.js", file_49, sizeof file_49},
  {"validation.js", file_50, sizeof file_50},
};

int geosnap_page_count(void) { return sizeof files / sizeof files[0]; }

geosnap_page geosnap_page_file(int number) { return files[number]; }
