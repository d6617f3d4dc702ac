#ifndef CGEOS_H
#define CGEOS_H

#define GEOS_USE_ONLY_R_API
#include <geos_c.h>

#if GEOS_VERSION_MAJOR < 3 || (GEOS_VERSION_MAJOR == 3 && GEOS_VERSION_MINOR < 11)
#error "GeoSnap needs GEOS 3.11 or later (libgeos-dev)."
#endif

#endif
