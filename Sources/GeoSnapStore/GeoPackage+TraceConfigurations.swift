internal import GRDB
package import GeoSnap

extension GeoPackage {
  /// Stores a trace configuration in a network's file, and replaces one of the same name.
  package static func save(
    _ saved: SavedTraceConfiguration,
    in path: String,
    timeout: Duration = .seconds(5)
  ) throws(StoreError) {
    try saved.checkName(at: path)
    try change(path, timeout) { database, table, rows in
      let writer = TraceConfigurationTable(database: database)
      if let table, let key = rows.key(named: saved.name) {
        try writer.update(saved, key: key, of: table)
      } else {
        if table == nil { try writer.create() }
        try writer.insert(saved)
      }
    }
  }

  @discardableResult
  package static func removeTraceConfiguration(
    named name: String,
    from path: String,
    timeout: Duration = .seconds(5)
  ) throws(StoreError) -> Bool {
    try change(path, timeout) { database, table, rows in
      guard let table, let key = rows.key(named: name) else { return false }
      try TraceConfigurationTable(database: database).delete(key: key, of: table)
      return true
    }
  }

  private typealias Rows = [(key: Int64, value: SavedTraceConfiguration)]

  private static func change<Value>(
    _ path: String,
    _ timeout: Duration,
    _ body: (Database, TableSchema?, Rows) throws -> Value
  ) throws(StoreError) -> Value {
    let file = try EditingFile(path, timeout: timeout)
    let (content, version) = try file.read { database in
      var reader = try GeoPackageReader(database)
      let rows = try reader.readTraceConfigurations()
      guard reader.problems.problems.isEmpty else { throw NetworkError(reader.problems.problems) }
      return (rows, try reader.schema.table(Profile.traceConfigurations))
    }
    return try file.edit(version) { try body($0, content.1, content.0) }
  }

  package static func acceptedDoubts(in path: String) throws(StoreError) -> Set<DoubtKey> {
    try DatabaseFile(path).read { try accepted($0) }
  }

  /// Accepts doubts permanently: ``acceptedDoubts(in:)`` returns them from then on, with those accepted before.
  package static func accept(
    _ doubts: [DoubtKey],
    in path: String,
    timeout: Duration = .seconds(5)
  ) throws(StoreError) {
    let file = try EditingFile(path, timeout: timeout)
    let (known, version) = try file.read { database in
      let schema = try DatabaseSchema(database)
      return (try accepted(database), schema.kind(of: Profile.acceptedDoubts) != nil)
    }
    try file.edit(version) { database in
      if !known.1 {
        try GeoPackageMetadata(database: database, srsID: 0).create(Profile.acceptedDoubts)
      }
      var known = known.0
      for doubt in doubts where known.insert(doubt).inserted {
        let features = doubt.features.map(\.description).joined(separator: " ")
        try database.execute(
          sql: "INSERT INTO \(Profile.acceptedDoubts) (KIND, FEATURES) VALUES (?, ?)",
          arguments: [doubt.kind.rawValue, features]
        )
      }
    }
  }

  private static func accepted(_ database: Database) throws -> Set<DoubtKey> {
    var reader = try GeoPackageReader(database, isChecked: true)
    guard reader.schema.kind(of: Profile.acceptedDoubts) != nil,
      let table = try reader.profileTable(Profile.acceptedDoubts)
    else { return [] }
    let names = Profile.columns(of: Profile.acceptedDoubts).map(\.name)
    let cursor = try reader.rows(of: table, columns: names)
    var doubts: Set<DoubtKey> = []
    while let row = try cursor.next() {
      func cell(_ column: Int) -> ProblemList.Cell {
        GeoPackageReader.cell(Profile.acceptedDoubts, row, column)
      }
      guard let name = reader.problems.text(row.value(1), cell(1)),
        let list = reader.problems.text(row.value(2), cell(2))
      else { continue }
      let features = list.split(separator: " ").map { GlobalID(String($0)) }
      if let kind = NetworkDoubt.Kind(rawValue: name), !features.contains(nil) {
        doubts.insert(DoubtKey(kind, features.compactMap(\.self)))
      } else {
        reader.problems.report(cell(1), "\(name) of \(list) is not a doubt: remove the row.")
      }
    }
    guard reader.problems.problems.isEmpty else { throw NetworkError(reader.problems.problems) }
    return doubts
  }
}

extension [(key: Int64, value: SavedTraceConfiguration)] {
  fileprivate func key(named name: String) -> Int64? {
    first { $0.value.name.lowercased() == name.lowercased() }?.key
  }
}
