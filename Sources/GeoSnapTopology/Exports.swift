// Re-exports the modules that this one builds on, so that users import only the highest one that they need.
@_exported public import GeoSnapGraph
@_exported public import GeoSnapIndex
@_exported public import GeoSnapNetwork
