// What this floor stands on comes with it: users import the highest floor that they need.
@_exported public import GeoSnapColumns
@_exported public import GeoSnapFormats
@_exported public import GeoSnapGeometry
