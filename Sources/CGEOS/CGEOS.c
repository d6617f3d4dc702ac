#include "CGEOS.h"
