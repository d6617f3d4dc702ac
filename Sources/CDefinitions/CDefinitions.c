#include "include/CDefinitions.h"
#pragma clang diagnostic ignored "-Wc23-extensions"

#define DEFINITION(name) \
  definitions_file definitions_##name(void) { return (definitions_file){name, sizeof name}; }

static const unsigned char electric[] = {
#embed "definitions/electric.json"
};
static const unsigned char circuit[] = {
#embed "definitions/circuit.json"
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
DEFINITION(circuit)
DEFINITION(pipeline)
DEFINITION(water)
DEFINITION(sewer)
