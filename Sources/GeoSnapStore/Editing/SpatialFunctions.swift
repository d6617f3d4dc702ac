internal import Foundation
package import GRDB
internal import GeoSnap

/// The SQL functions that the triggers of a GeoPackage's spatial index call.
package enum SpatialFunctions {
  package static func add(to database: Database) {
    for (name, side) in sides {
      database.add(
        function: DatabaseFunction(name, argumentCount: 1, pure: true) { values in
          envelope(values[0]).map(side)
        }
      )
    }
    database.add(
      function: DatabaseFunction("ST_IsEmpty", argumentCount: 1, pure: true) { values in
        values[0].isNull ? nil : envelope(values[0]) == nil
      }
    )
  }

  private static let sides: [(String, @Sendable (Envelope) -> Double)] = [
    ("ST_MinX", { $0.minX }), ("ST_MaxX", { $0.maxX }),
    ("ST_MinY", { $0.minY }), ("ST_MaxY", { $0.maxY }),
  ]

  private static func envelope(_ value: DatabaseValue) -> Envelope? {
    guard case .blob(let data) = value.storage else { return nil }
    return GeometryBlob.envelope([UInt8](data))
  }
}
