import ArgumentParser
import GeoSnap
import GeoSnapProjection

/// Checks of EPSG codes on the command line.
enum ReferenceOption {
  /// Refuses a code of no reference system that PROJ knows.
  ///
  /// - Parameters:
  ///   - srid: The code; nil when the option was not given.
  ///   - option: The option's name.
  /// - Throws: `ValidationError`.
  static func check(_ srid: SRID?, _ option: String) throws {
    guard let srid else { return }
    guard srid > 0 else { throw ValidationError("\(option) is an EPSG code, such as 25832.") }
    if !isKnown(srid) {
      throw ValidationError(
        "\(option) \(srid): PROJ knows no reference system of that code. Give the code of EPSG or "
          + "Esri that the coordinates are in, such as 25832."
      )
    }
  }

  /// Whether PROJ knows a code; all are taken to be known where its database is missing.
  static func isKnown(_ srid: SRID) -> Bool {
    (try? SpatialReference(srid: srid)) != nil || (try? SpatialReference(srid: 4326)) == nil
  }
}
