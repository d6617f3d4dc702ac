// Re-exports all modules of the library under one name.
@_exported public import GeoSnapFormats
@_exported public import GeoSnapGeometry
@_exported public import GeoSnapGraph
@_exported public import GeoSnapIndex
@_exported public import GeoSnapNetwork
@_exported public import GeoSnapOperations
@_exported public import GeoSnapQuery
@_exported public import GeoSnapSnapping
@_exported public import GeoSnapTopology
@_exported public import GeoSnapTracing
@_exported public import GeoSnapValidation
