#ifndef CDEFINITIONS_H
#define CDEFINITIONS_H

/// A network definition in JSON, as the program carries it.
typedef struct {
  const unsigned char *bytes;
  long count;
} definitions_file;

definitions_file definitions_electric(void);
definitions_file definitions_circuit(void);
definitions_file definitions_pipeline(void);
definitions_file definitions_water(void);
definitions_file definitions_sewer(void);

#endif
