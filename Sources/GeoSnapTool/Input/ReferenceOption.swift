import ArgumentParser
import GeoSnap
import GeoSnapProjection

enum ReferenceOption {
  /// Refuses a code of a reference system that PROJ does not know; throws `ValidationError` with the option's name;
  /// nil is valid.
  static func check(_ srid: SRID?, _ option: String) throws {
    guard let srid else { return }
    guard srid > 0 else { throw ValidationError("\(option) must be an EPSG code, such as 25832.") }
    if !isKnown(srid) {
      throw ValidationError(
        "\(option) \(srid): PROJ has no reference system with that code. Give a code of EPSG or "
          + "Esri, such as 25832."
      )
    }
  }

  /// Whether PROJ knows a code; true for all where its database is missing.
  static func isKnown(_ srid: SRID) -> Bool {
    (try? SpatialReference(srid: srid)) != nil || (try? SpatialReference(srid: 4326)) == nil
  }
}
