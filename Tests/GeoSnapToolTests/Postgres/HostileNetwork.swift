import GeoSnap
import GeoSnapTestSupport

/// A network whose names, values and shapes are what people do not expect.
enum HostileNetwork {
  static func network() throws -> UtilityNetwork {
    var generator = SeededGenerator(seed: 29)
    let base = try RandomNetwork.make(size: 200, using: &generator)
    let long = String(repeating: "Very long ", count: 7)
    let names = [
      "Quote\"d, it's; DROP TABLE x --", "with.dots", "select", "a", "a_pkey", "a_shape_idx",
      "a_globalid_idx", "\(long)1", "\(long)2", "Ünïcödé 水道", "$body$", "back\\slash", " ",
      "pg_class",
      "MIXED case", "mixed Case_2", "table",
    ]
    let tables = try names.enumerated().map { number, name in try table(name, number) }
    return try UtilityNetwork(
      definition: base.definition,
      srid: nil,
      tables: Array(base.tables) + tables,
      associations: Array(base.associations),
      rules: base.rules
    )
  }

  private static func table(_ name: String, _ number: Int) throws -> FeatureTable {
    let fields = [
      AttributeField("xmin", .integer), AttributeField("TableOID", .real),
      AttributeField("ctid", .text), AttributeField("CMAX", .blob),
      AttributeField("order", .integer), AttributeField("it's \"quoted\".$1", .text),
      AttributeField("AssetGroup", .text), AttributeField("assettype", .integer),
      AttributeField("shape_2", .text), AttributeField(" shape", .text),
      AttributeField("globalid_2", .integer), AttributeField("%@", .text),
      AttributeField(String(repeating: "Long field ", count: 7) + "a", .text),
      AttributeField(String(repeating: "Long field ", count: 7) + "b", .text),
      AttributeField("Straße", .real), AttributeField("before", .text), AttributeField("r", .text),
    ]
    let types: [GeometryType] = [
      .point, .lineString, .polygon, .multiPoint, .multiLineString, .multiPolygon,
      .geometryCollection,
    ]
    let type = types[number % types.count]
    var table = FeatureTable(name: name, sourceID: nil, geometryType: type, fields: fields)
    for row in 0..<12 {
      table.append(
        Feature(
          rowID: Int64(row * row * 1000 - 7),
          globalID: row % 3 == 0 ? nil : GlobalID(high: UInt64(number + 100), low: UInt64(row)),
          origin: row % 2 == 0 ? nil : "it's \"\(row)\"\n\t\\N",
          geometry: row == 5 ? nil : try geometry(type, row),
          attributes: fields.enumerated().map { value($1.storage, row + $0) }
        )
      )
    }
    return table
  }

  private static func value(_ storage: AttributeField.Storage, _ row: Int) -> AttributeValue {
    if row % 5 == 0 { return .null }
    switch storage {
    case .integer: return .integer([0, -1, Int64.max, Int64.min, 1 << 53][row % 5])
    case .real:
      return .real([0, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, .pi][row % 6])
    case .text: return .text(["", "NULL", "\\x41", "a'b\"c", "ä水🙂", "line\nline", "{}"][row % 7])
    case .blob: return .blob([[], [0], [255, 0, 92, 39], Array(0...255)][row % 4])
    }
  }

  private static func geometry(_ type: GeometryType, _ row: Int) throws -> Geometry {
    let suffix = ["", " Z", " M", " ZM"][row % 4]
    func place(_ x: Double, _ y: Double) -> String {
      "\(x) \(y)" + (suffix.contains("Z") ? " 1.5" : "") + (suffix.contains("M") ? " \(row)" : "")
    }
    let line = "(\(place(0.1, 0)), \(place(1e6, 1e-7)), \(place(3, 4)))"
    let ring = "((\(place(0, 0)), \(place(4, 0)), \(place(0, 4)), \(place(0, 0))))"
    let text =
      switch type {
      case .point: "POINT\(suffix) (\(place(0.1, 0.2)))"
      case .lineString: "LINESTRING\(suffix) \(line)"
      case .polygon: "POLYGON\(suffix) \(ring)"
      case .multiPoint: "MULTIPOINT\(suffix) ((\(place(1, 2))), (\(place(3, 4))))"
      case .multiLineString: "MULTILINESTRING\(suffix) (\(line), \(line))"
      case .multiPolygon: "MULTIPOLYGON\(suffix) (\(ring))"
      default:
        "GEOMETRYCOLLECTION\(suffix) (POINT\(suffix) (\(place(1, 2))), LINESTRING\(suffix) \(line))"
      }
    return try Geometry(wkt: row == 7 ? "\(type.name) EMPTY" : text)
  }
}
