#include "include/CDefinitions.h"
#pragma clang diagnostic ignored "-Wc23-extensions"

#define DEFINITION(name) \
  geosnap_definition geosnap_definition_##name(void) { return (geosnap_definition){name, sizeof name}; }

static const unsigned char electric[] = {
#embed "definitions/electric.json"
};
static const unsigned char pipeline[] = {
#embed "definitions/pipeline.json"
};
static const unsigned char water[] = {
#embed "definitions/water.json"
};
static const unsigned char sewer[] = {
#embed "definitions/sewer.json"
};

DEFINITION(electric)
DEFINITION(pipeline)
DEFINITION(water)
DEFINITION(sewer)
