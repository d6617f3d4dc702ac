/// Networks in PostgreSQL databases with PostGIS: one network in one schema, which QGIS and SQL read and edit as it is.
///
/// Tables, columns and functions are described in `Documentation/PostGIS.md`.
public enum PostGIS {}
