/// The convention that an operation follows where Esri and OGC differ.
public enum GeometryConvention: String, CaseIterable, Sendable {
  /// Esri's, as the ArcGIS Maps SDK documents it.
  case esri
  /// That of OGC's Simple Features, which JTS, GEOS and PostGIS follow.
  case ogc
}
