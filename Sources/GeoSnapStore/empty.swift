import GeoSnap
