#ifndef CPOSTGRES_H
#define CPOSTGRES_H

#include <libpq-fe.h>

#ifndef LIBPQ_HAS_PIPELINING
#error "GeoSnapPostgres needs libpq 14 or later (libpq-dev)."
#endif

// Connects to an address. What the address says of these things itself counts.
static inline PGconn *geosnap_connect(const char *address, const char *timeout) {
  // A way that has gone silent is found out within a minute, and not after a quarter of an hour.
  const char *names[] = {"fallback_application_name", "connect_timeout", "keepalives_idle", "keepalives_interval",
                         "keepalives_count", "tcp_user_timeout", "dbname", "client_encoding", NULL};
  const char *values[] = {"geosnap", timeout, "20", "10", "3", "40000", address, "UTF8", NULL};
  return PQconnectdbParams(names, values, 1);
}

#endif
