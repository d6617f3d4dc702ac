#ifndef CPROJ_H
#define CPROJ_H

#include <geodesic.h>
#include <proj.h>

#if PROJ_VERSION_MAJOR < 9
#error "GeoSnapProjection needs PROJ 9 or later (libproj-dev)."
#endif

#endif
