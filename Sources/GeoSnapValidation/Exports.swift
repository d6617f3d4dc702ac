// What this floor stands on comes with it: users import the highest floor that they need.
@_exported public import GeoSnapQuery
@_exported public import GeoSnapTopology
