// Re-exports the modules below: users import the highest module that they need.
@_exported public import GeoSnapQuery
