#ifndef CSERVICEPAGE_H
#define CSERVICEPAGE_H

/// A file of the page of `geosnap serve`, as the program carries it.
typedef struct {
  /// Its path below `page`, such as "leaflet/leaflet.js".
  const char *name;
  const unsigned char *bytes;
  long count;
} geosnap_page;

/// How many files there are.
int geosnap_page_count(void);

/// A file by its number.
geosnap_page geosnap_page_file(int number);

#endif
