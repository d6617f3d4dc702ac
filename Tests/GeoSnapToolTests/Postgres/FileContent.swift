import Foundation
import GRDB
import GeoSnapStore

/// All rows of all tables of a GeoPackage, for comparison with those of a copy.
struct FileContent {
  private let tables: [String: [String]]

  /// - Parameters:
  ///   - path: The file.
  ///   - isEdited: Whether the file was edited after it was written: extents and types of layers, which GeoPackage's
  ///     own tables say, then suit rows that are gone, and are left out.
  /// - Throws: What the server has to say.
  init(_ path: String, isEdited: Bool = false) throws {
    let queue = try DatabaseQueue(path: path)
    tables = try queue.read { database in
      let shadows = ["_node", "_rowid", "_parent"]
      let names = try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
      ).filter { name in !(name.hasPrefix("rtree_") && shadows.contains { name.hasSuffix($0) }) }
      let geometries = try Row.fetchAll(
        database,
        sql: "SELECT table_name, column_name FROM gpkg_geometry_columns"
      ).map { ["\($0[0] as String)", "\($0[1] as String)"] }
      var tables: [String: [String]] = [:]
      for name in names {
        // When a layer has changed is not copied; and the order of the manifest means nothing.
        var left: Set<String> =
          name == "gpkg_contents" ? ["last_change"] : name == "un_manifest" ? ["OBJECTID"] : []
        if isEdited {
          if name == "gpkg_contents" { left.formUnion(["min_x", "min_y", "max_x", "max_y"]) }
          if name == "gpkg_geometry_columns" { left.formUnion(["geometry_type_name", "z", "m"]) }
        }
        let rows = try Row.fetchAll(
          database,
          sql: "SELECT * FROM \"\(name.replacing("\"", with: "\"\""))\""
        )
        tables[name] = rows.map { row in
          row.filter { !left.contains($0.0) }.map { column, value in
            let isGeometry = geometries.contains([name, column])
            return "\(column)=\(isGeometry ? Self.geometry(value) : Self.text(value))"
          }.joined(separator: "|")
        }.sorted()
      }
      return tables
    }
  }

  private static func text(_ value: DatabaseValue) -> String {
    switch value.storage {
    case .null: "NULL"
    case .int64(let value): "\(value)"
    case .double(let value): "\(value.bitPattern)"
    case .string(let value): "'\(value)'"
    case .blob(let data): data.map { String($0, radix: 16) }.joined(separator: ",")
    }
  }

  /// A geometry without its envelope, which some programs write and others do not.
  private static func geometry(_ value: DatabaseValue) -> String {
    guard case .blob(let data) = value.storage, data.count > 8 else { return text(value) }
    let bytes = [UInt8](data)
    let sizes = [0, 32, 48, 48, 64]
    let start = 8 + sizes[Int(bytes[3] >> 1 & 7)]
    return "\(bytes[3] & 0b1111_0001) \(bytes[4..<8]) \(bytes[start...])"
  }

  /// What the other has not, or has otherwise; nil when they are equal.
  func difference(from other: FileContent) -> String? {
    let names = Set(tables.keys).symmetricDifference(other.tables.keys)
    if !names.isEmpty { return "tables of one alone: \(names.sorted())" }
    for (name, rows) in tables.sorted(by: { $0.key < $1.key }) {
      let others = other.tables[name] ?? []
      if rows == others { continue }
      let (mine, theirs) = (Set(rows), Set(others))
      let lost = mine.subtracting(theirs).first ?? ""
      let new = theirs.subtracting(mine).first ?? ""
      return
        "\(name): \(rows.count) and \(others.count) rows\n- \(lost.prefix(2000))\n+ \(new.prefix(2000))"
    }
    return nil
  }
}
