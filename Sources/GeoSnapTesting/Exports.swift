// A test of geometries needs no other import.
@_exported public import GeoSnapFormats
@_exported public import GeoSnapGeometry
@_exported public import GeoSnapOperations
