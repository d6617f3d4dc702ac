#include "geosnap.h"
