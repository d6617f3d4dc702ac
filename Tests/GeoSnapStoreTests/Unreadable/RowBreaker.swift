import GeoSnap
import GeoSnapTestSupport

/// Breaks rows of a network's store at random, with SQL: a file's cells hold anything, a database's what their types and
/// constraints allow.
struct RowBreaker {
  private(set) var sql: [String] = []
  /// The SQL that takes the same rows away instead, and the associations that they leave.
  private(set) var removal: [String] = []

  private let network: UtilityNetwork
  private var generator: SeededGenerator
  private var broken: Set<String> = []
  private let isOnDatabase = StoreKind.current == .database

  init(_ network: UtilityNetwork, seed: UInt64, count: Int) {
    self.network = network
    generator = SeededGenerator(seed: seed)
    if isOnDatabase {
      // Its owner may take this away.
      for table in network.tables where table.geometryType != nil {
        sql.append("ALTER TABLE \(table.name) DROP CONSTRAINT IF EXISTS enforce_geotype_shape")
      }
    }
    for _ in 0..<count {
      switch generator.int(0...9) {
      case 0..<6: breakFeature()
      case 6..<9: breakAssociation()
      default: breakRule()
      }
    }
    let ids = network.tables.filter { $0.sourceID != nil }
      .map { "SELECT GLOBALID FROM \($0.name)" }.joined(separator: " UNION ")
    let loose = "FROMGLOBALID NOT IN (\(ids)) OR TOGLOBALID NOT IN (\(ids))"
    removal.append("DELETE FROM un_associations WHERE \(loose)")
  }

  /// Chooses a row that is whole so far.
  private mutating func take(_ table: String, _ row: Int64?) -> Int64? {
    guard let row, broken.insert("\(table) \(row)").inserted else { return nil }
    removal.append("DELETE FROM \(table) WHERE OBJECTID = \(row)")
    return row
  }

  private mutating func set(_ table: String, _ row: Int64, _ choices: [String]) {
    let set = choices.randomElement(using: &generator) ?? "GLOBALID = NULL"
    sql.append("UPDATE \(table) SET \(set) WHERE OBJECTID = \(row)")
  }

  private mutating func breakFeature() {
    let tables = network.tables.filter { $0.count > 1 }
    guard let table = tables.randomElement(using: &generator),
      let row = take(table.name, table.rowIDs.randomElement(using: &generator))
    else { return }
    if isOnDatabase { return breakFeature(of: table, row) }
    var choices = ["ORIGIN = x'00'", "ORIGIN = CAST(x'61FF62' AS TEXT)", "ORIGIN = 'a' || char(0)"]
    choices += table.fields.map { field in
      field.storage == .text ? "\(field.name) = x'41'" : "\(field.name) = 'open'"
    }
    choices += table.sourceID == nil ? ["GLOBALID = 'x'"] : ["GLOBALID = NULL", "GLOBALID = 'A-1'"]
    if table.sourceID != nil {
      choices += [
        "ASSETGROUP = 4711", "ASSETGROUP = NULL", "ASSETGROUP = 'thick'", "ASSETTYPE = 4711",
        "ASSETTYPE = NULL", "ASSETTYPE = 2.5", "ASSETTYPE = 99999999999",
      ]
    }
    if table.geometryType != nil { choices += Self.geometries(table) }
    let others = table.globalIDs.indices.filter {
      table.rowIDs[$0] != row && !broken.contains("\(table.name) \(table.rowIDs[$0])")
    }
    if table.sourceID != nil, generator.oneIn(8),
      let other = others.randomElement(using: &generator), let id = table.globalIDs[other]
    {
      // It is undecidable which of the two is right.
      _ = take(table.name, table.rowIDs[other])
      choices = ["GLOBALID = '\(id)'"]
    }
    set(table.name, row, choices)
  }

  private mutating func breakFeature(of table: FeatureTable, _ row: Int64) {
    var choices: [String] = []
    if table.sourceID != nil {
      choices += ["ASSETGROUP = 4711", "ASSETTYPE = 4711", "ASSETTYPE = -1"]
    }
    let srid = network.srid ?? 0
    func shape(_ text: String) -> String { "SHAPE = ST_GeomFromText('\(text)', \(srid))" }
    if table.geometryType == .point {
      choices.append("SHAPE = ST_SetSRID(ST_MakePoint('Infinity', 1), \(srid))")
    }
    if table.geometryType != nil { choices.append(shape("TIN(((0 0, 1 1, 1 0, 0 0)))")) }
    // A plain table takes any.
    if table.sourceID != nil, table.geometryType == .point {
      choices.append(shape("LINESTRING(0 0, 1 1)"))
    }
    let others = network.tables.filter { $0.sourceID != nil && $0.name != table.name }
    if table.sourceID != nil, generator.oneIn(8),
      let other = others.randomElement(using: &generator), other.count > 0
    {
      let position = generator.int(0...other.count - 1)
      if let id = other.globalIDs[position], take(other.name, other.rowIDs[position]) != nil {
        choices = ["GLOBALID = '\(id)'"]
      }
    }
    if choices.isEmpty { return }
    set(table.name, row, choices)
  }

  /// Geometries that are none, or of another place or type than the table's.
  private static func geometries(_ table: FeatureTable) -> [String] {
    let header = "47500001FFFFFFFF"
    let infinite = "000000000000F07F"
    let one = "000000000000F03F"
    let point = "01" + "01000000" + one
    let line = "01" + "02000000" + "02000000" + one + one + one
    var others = [(table.geometryType == .point ? point : line) + infinite]
    // A plain table takes any.
    if table.sourceID != nil {
      others.append(table.geometryType == .point ? line + one : point + one)
    }
    // A row may have no geometry to cut.
    return [
      "SHAPE = coalesce(substr(SHAPE, 1, length(SHAPE) - 3), x'47')",
      "SHAPE = coalesce(substr(SHAPE, 1, 5), x'47')", "SHAPE = 'here'", "SHAPE = 12", "SHAPE = x''",
      "SHAPE = x'47500001E6100000'",
    ] + others.map { "SHAPE = x'\(header)\($0)'" }
  }

  private mutating func breakAssociation() {
    // Rows are numbered from 1 as they stand in the network.
    let count = network.associations.count
    guard count > 1 else { return }
    let position = generator.int(0...count - 1)
    guard let row = take("un_associations", Int64(position + 1)) else { return }
    var choices = [
      "FROMGLOBALID = '\(GlobalID(high: 99, low: 99))'", "TONETWORKSOURCEID = 99",
      "FROMTERMINALID = 77", "TOGLOBALID = FROMGLOBALID, TONETWORKSOURCEID = FROMNETWORKSOURCEID",
    ]
    if isOnDatabase { return set("un_associations", row, choices) }
    choices += [
      "ASSOCIATIONTYPE = 0", "ASSOCIATIONTYPE = 'x'", "ASSOCIATIONTYPE = NULL", "GLOBALID = NULL",
      "GLOBALID = 'q'", "FROMGLOBALID = 'q'", "TOGLOBALID = NULL", "FROMNETWORKSOURCEID = NULL",
      "PERCENTALONG = 'half'", "PERCENTALONG = 7", "TOTERMINALID = 'x'", "ISCONTENTVISIBLE = 2",
      "ORIGIN = CAST(x'C3' AS TEXT)",
    ]
    let other = generator.int(0...count - 1)
    if other != position, generator.oneIn(8), take("un_associations", Int64(other + 1)) != nil {
      choices = ["GLOBALID = '\(network.associations[other].globalID)'"]
    }
    set("un_associations", row, choices)
  }

  private mutating func breakRule() {
    let count = network.rules.count
    guard count > 0, let row = take("un_rules", Int64(generator.int(1...count))) else { return }
    let onFile = [
      "RULETYPE = 9", "RULETYPE = NULL", "RULEID = 'x'", "TOASSETTYPE = 99999999999",
      "FROMTERMINALID = 'x'", "ORIGIN = x'00'", "VIAASSETGROUP = 'x'",
    ]
    let anywhere = ["FROMNETWORKSOURCEID = 99", "TOASSETTYPE = 4711"]
    set("un_rules", row, anywhere + (isOnDatabase ? ["TOASSETTYPE = 999999999"] : onFile))
  }
}
