// Re-exports the modules below: users import the highest module that they need.
@_exported public import GeoSnapColumns
@_exported public import GeoSnapFormats
@_exported public import GeoSnapGeometry
