// Re-exports the modules that this one builds on, so that users import only the highest one that they need.
@_exported public import GeoSnapOperations
@_exported public import GeoSnapTopology
