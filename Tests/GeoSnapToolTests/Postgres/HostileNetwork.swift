import GeoSnap
import GeoSnapTestSupport

/// A network whose names, values and shapes are what people do not expect.
enum HostileNetwork {
  private static let long = String(repeating: "Very long ", count: 7)
  private static let names = [
    "Quote\"d, it's; DROP TABLE x --", "with.dots", "select", "a", "a_pkey", "a_shape_idx",
    "a_globalid_idx", "\(long)1", "\(long)2", "Ünïcödé 水道", "$body$", "back\\slash", " ",
    "pg_class", "MIXED case", "mixed Case_2", "table",
  ]
  private static let fields: [AttributeField] = [
    (.integer, ["xmin", "order", "assettype", "globalid_2"]), (.real, ["TableOID", "Straße"]),
    (
      .text,
      [
        "ctid", "it's \"quoted\".$1", "AssetGroup", "shape_2", " shape", "%@", "before", "r",
        "\(long)a", "\(long)b",
      ]
    ), (.blob, ["CMAX"]),
  ].flatMap { (storage: AttributeField.Storage, names: [String]) in
    names.map { AttributeField($0, storage) }
  }
  private static let types: [GeometryType] = [
    .point, .lineString, .polygon, .multiPoint, .multiLineString, .multiPolygon,
    .geometryCollection,
  ]

  static func network() throws -> UtilityNetwork {
    var generator = SeededGenerator(seed: 29)
    let base = try RandomNetwork.make(size: 200, using: &generator)
    return try base.with(tables: base.tables + names.enumerated().map { try table($1, $0) })
  }

  private static func table(_ name: String, _ number: Int) throws -> FeatureTable {
    let type = types[number % types.count]
    var table = FeatureTable(name: name, sourceID: nil, geometryType: type, fields: fields)
    for row in 0..<12 {
      let feature = Feature(
        rowID: Int64(row * row * 1000 - 7),
        globalID: row % 3 == 0 ? nil : GlobalID(high: UInt64(number + 100), low: UInt64(row)),
        origin: row % 2 == 0 ? nil : "it's \"\(row)\"\n\t\\N",
        geometry: row == 5 ? nil : try geometry(type, row),
        attributes: fields.enumerated().map { value($1.storage, row + $0) }
      )
      table.append(feature)
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
    let more = ["", " 1.5", " \(row)", " 1.5 \(row)"][row % 4]
    let line = "(0.1 0\(more), 1e6 1e-7\(more), 3 4\(more))"
    let ring = "((0 0\(more), 4 0\(more), 0 4\(more), 0 0\(more)))"
    let text =
      switch type {
      case .point: "(0.1 0.2\(more))"
      case .lineString: line
      case .polygon: ring
      case .multiPoint: "((1 2\(more)), (3 4\(more)))"
      case .multiLineString: "(\(line), \(line))"
      case .multiPolygon: "(\(ring))"
      default: "(POINT\(suffix) (1 2\(more)), LINESTRING\(suffix) \(line))"
      }
    return try Geometry(wkt: row == 7 ? "\(type.name) EMPTY" : "\(type.name)\(suffix) \(text)")
  }
}
