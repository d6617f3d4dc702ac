internal import GRDB
public import GeoSnap

extension GeoPackage {
  /// Reads the accepted doubts from a network's file; none when it has no table for them.
  ///
  /// - Throws: ``StoreError`` with code `cannotOpen`, or `badData` when a row cannot be read.
  public static func acceptedDoubts(in path: String) throws(StoreError) -> Set<DoubtKey> {
    try DatabaseFile(path).read { try accepted($0) }
  }

  /// Accepts doubts permanently: ``acceptedDoubts(in:)`` returns them from then on, with those accepted before.
  ///
  /// - Parameters:
  ///   - doubts: The doubts to add.
  ///   - path: The file; its other content does not change.
  ///   - timeout: How long to wait for other programs.
  /// - Throws: ``StoreError`` as ``acceptedDoubts(in:)``, or with code `inUse` or `cannotWrite`.
  public static func accept(
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
        try database.execute(
          sql: "INSERT INTO \(Profile.acceptedDoubts) (KIND, FEATURES) VALUES (?, ?)",
          arguments: [
            doubt.kind.rawValue, doubt.features.map(\.description).joined(separator: " "),
          ]
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
