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
#embed "page/attributes.js"
};
static const unsigned char file_3[] = {
#embed "page/commits.js"
};
static const unsigned char file_4[] = {
#embed "page/conditions.js"
};
static const unsigned char file_5[] = {
#embed "page/configuration.js"
};
static const unsigned char file_6[] = {
#embed "page/containers.js"
};
static const unsigned char file_7[] = {
#embed "page/contrast.js"
};
static const unsigned char file_8[] = {
#embed "page/core.js"
};
static const unsigned char file_9[] = {
#embed "page/definition.js"
};
static const unsigned char file_10[] = {
#embed "page/dom.js"
};
static const unsigned char file_11[] = {
#embed "page/draw.js"
};
static const unsigned char file_12[] = {
#embed "page/drawing.js"
};
static const unsigned char file_13[] = {
#embed "page/fields.js"
};
static const unsigned char file_14[] = {
#embed "page/fixes.js"
};
static const unsigned char file_15[] = {
#embed "page/frame.js"
};
static const unsigned char file_16[] = {
#embed "page/geometry.js"
};
static const unsigned char file_17[] = {
#embed "page/history.js"
};
static const unsigned char file_18[] = {
#embed "page/icon.svg"
};
static const unsigned char file_19[] = {
#embed "page/index.html"
};
static const unsigned char file_20[] = {
#embed "page/keys.js"
};
static const unsigned char file_21[] = {
#embed "page/latest.js"
};
static const unsigned char file_22[] = {
#embed "page/layers.js"
};
static const unsigned char file_23[] = {
#embed "page/layout.css"
};
static const unsigned char file_24[] = {
#embed "page/leaflet/LICENSE"
};
static const unsigned char file_25[] = {
#embed "page/leaflet/leaflet.css"
};
static const unsigned char file_26[] = {
#embed "page/leaflet/leaflet.js"
};
static const unsigned char file_27[] = {
#embed "page/look.js"
};
static const unsigned char file_28[] = {
#embed "page/looks.js"
};
static const unsigned char file_29[] = {
#embed "page/main.js"
};
static const unsigned char file_30[] = {
#embed "page/names.js"
};
static const unsigned char file_31[] = {
#embed "page/notices.js"
};
static const unsigned char file_32[] = {
#embed "page/overlay.js"
};
static const unsigned char file_33[] = {
#embed "page/panel.js"
};
static const unsigned char file_34[] = {
#embed "page/parts.css"
};
static const unsigned char file_35[] = {
#embed "page/places.js"
};
static const unsigned char file_36[] = {
#embed "page/pointer.js"
};
static const unsigned char file_37[] = {
#embed "page/print.css"
};
static const unsigned char file_38[] = {
#embed "page/printing.js"
};
static const unsigned char file_39[] = {
#embed "page/remedies.js"
};
static const unsigned char file_40[] = {
#embed "page/scalebar.js"
};
static const unsigned char file_41[] = {
#embed "page/search.js"
};
static const unsigned char file_42[] = {
#embed "page/service.js"
};
static const unsigned char file_43[] = {
#embed "page/shapes.js"
};
static const unsigned char file_44[] = {
#embed "page/sheet.js"
};
static const unsigned char file_45[] = {
#embed "page/snapping.js"
};
static const unsigned char file_46[] = {
#embed "page/theme.css"
};
static const unsigned char file_47[] = {
#embed "page/theme.js"
};
static const unsigned char file_48[] = {
#embed "page/tiles.js"
};
static const unsigned char file_49[] = {
#embed "page/tool.js"
};
static const unsigned char file_50[] = {
#embed "page/tools.js"
};
static const unsigned char file_51[] = {
#embed "page/trace.js"
};
static const unsigned char file_52[] = {
#embed "page/validation.js"
};

static const geosnap_page files[] = {
  {"assettype.js", file_0, sizeof file_0},
  {"associations.js", file_1, sizeof file_1},
  {"attributes.js", file_2, sizeof file_2},
  {"commits.js", file_3, sizeof file_3},
  {"conditions.js", file_4, sizeof file_4},
  {"configuration.js", file_5, sizeof file_5},
  {"containers.js", file_6, sizeof file_6},
  {"contrast.js", file_7, sizeof file_7},
  {"core.js", file_8, sizeof file_8},
  {"definition.js", file_9, sizeof file_9},
  {"dom.js", file_10, sizeof file_10},
  {"draw.js", file_11, sizeof file_11},
  {"drawing.js", file_12, sizeof file_12},
  {"fields.js", file_13, sizeof file_13},
  {"fixes.js", file_14, sizeof file_14},
  {"frame.js", file_15, sizeof file_15},
  {"geometry.js", file_16, sizeof file_16},
  {"history.js", file_17, sizeof file_17},
  {"icon.svg", file_18, sizeof file_18},
  {"index.html", file_19, sizeof file_19},
  {"keys.js", file_20, sizeof file_20},
  {"latest.js", file_21, sizeof file_21},
  {"layers.js", file_22, sizeof file_22},
  {"layout.css", file_23, sizeof file_23},
  {"leaflet/LICENSE", file_24, sizeof file_24},
  {"leaflet/leaflet.css", file_25, sizeof file_25},
  {"leaflet/leaflet.js", file_26, sizeof file_26},
  {"look.js", file_27, sizeof file_27},
  {"looks.js", file_28, sizeof file_28},
  {"main.js", file_29, sizeof file_29},
  {"names.js", file_30, sizeof file_30},
  {"notices.js", file_31, sizeof file_31},
  {"overlay.js", file_32, sizeof file_32},
  {"panel.js", file_33, sizeof file_33},
  {"parts.css", file_34, sizeof file_34},
  {"places.js", file_35, sizeof file_35},
  {"pointer.js", file_36, sizeof file_36},
  {"print.css", file_37, sizeof file_37},
  {"printing.js", file_38, sizeof file_38},
  {"remedies.js", file_39, sizeof file_39},
  {"scalebar.js", file_40, sizeof file_40},
  {"search.js", file_41, sizeof file_41},
  {"service.js", file_42, sizeof file_42},
  {"shapes.js", file_43, sizeof file_43},
  {"sheet.js", file_44, sizeof file_44},
  {"snapping.js", file_45, sizeof file_45},
  {"theme.css", file_46, sizeof file_46},
  {"theme.js", file_47, sizeof file_47},
  {"tiles.js", file_48, sizeof file_48},
  {"tool.js", file_49, sizeof file_49},
  {"tools.js", file_50, sizeof file_50},
  {"trace.js", file_51, sizeof file_51},
  {"validation.js", file_52, sizeof file_52},
};

int geosnap_page_count(void) { return sizeof files / sizeof files[0]; }

geosnap_page geosnap_page_file(int number) { return files[number]; }
