// A module re-exports the modules it builds on, so users import only the highest one they need.
@_exported public import GeoSnapFormats
@_exported public import GeoSnapGeometry
@_exported public import GeoSnapIndex
