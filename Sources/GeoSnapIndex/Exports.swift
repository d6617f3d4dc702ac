// A module re-exports the modules it builds on, so users import only the highest one they need.
@_exported public import GeoSnapGeometry
