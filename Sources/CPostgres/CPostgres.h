#ifndef CPOSTGRES_H
#define CPOSTGRES_H

#include <libpq-fe.h>

#ifndef LIBPQ_HAS_PIPELINING
#error "GeoSnapPostgres needs libpq 14 or later (libpq-dev)."
#endif

// Connects to an address. What the address says of these things itself counts.
static inline PGconn *geosnap_connect(const char *address, const char *timeout) {
  const char *names[] = {"fallback_application_name", "connect_timeout", "dbname", "client_encoding", NULL};
  const char *values[] = {"geosnap", timeout, address, "UTF8", NULL};
  return PQconnectdbParams(names, values, 1);
}

#endif
