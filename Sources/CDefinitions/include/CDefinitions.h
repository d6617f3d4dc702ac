#ifndef CDEFINITIONS_H
#define CDEFINITIONS_H

/// A network definition in JSON, as the program carries it.
typedef struct {
  const unsigned char *bytes;
  long count;
} geosnap_definition;

geosnap_definition geosnap_definition_electric(void);
geosnap_definition geosnap_definition_pipeline(void);
geosnap_definition geosnap_definition_water(void);
geosnap_definition geosnap_definition_sewer(void);

#endif
