// What this floor stands on comes with it: users import the highest floor that they need.
@_exported public import GeoSnapGraph
@_exported public import GeoSnapIndex
@_exported public import GeoSnapNetwork
