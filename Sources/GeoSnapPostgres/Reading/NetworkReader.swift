internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

/// Reads a network from a schema in one state, and lists its problems.
struct NetworkReader {
  let connection: Connection
  let catalogue: Catalogue
  let isStrict: Bool
  let monitor: RowMonitor?
  private var problems = ProblemList()

  init(
    _ connection: Connection,
    _ catalogue: Catalogue,
    isStrict: Bool = false,
    monitor: RowMonitor? = nil
  ) {
    (self.connection, self.catalogue) = (connection, catalogue)
    (self.isStrict, self.monitor) = (isStrict, monitor)
  }

  private var schema: String { catalogue.schema }

  static func read(
    _ connection: Connection,
    _ catalogue: Catalogue,
    _ extent: Envelope? = nil,
    isStrict: Bool = false,
    monitor: RowMonitor? = nil
  ) throws -> StoredNetwork {
    var reader = NetworkReader(connection, catalogue, isStrict: isStrict, monitor: monitor)
    return try extent.map { try reader.read($0) } ?? reader.read()
  }

  mutating func read() throws -> StoredNetwork {
    try expectRows()
    var tables: [FeatureTable] = []
    for relation in catalogue.relations { tables.append(try table(relation)) }
    return try assemble(tables, associations: try associations())
  }

  /// Reads features that reach into an extent or end near enough to be joined with one in it, and associated objects.
  mutating func read(_ extent: Envelope) throws -> StoredNetwork {
    // Twice the tolerance, since computed distances are rounded.
    let reach = extent.expanded(by: 2 * catalogue.tolerance)
    var tables = catalogue.relations.map(emptyTable)
    for (number, relation) in catalogue.relations.enumerated() {
      try noteGreatestRowID(of: relation)
      guard relation.hasGeometry else { continue }
      let box = [reach.minX, reach.minY, reach.maxX, reach.maxY].map { "\($0)::double precision" }
      try read(
        relation,
        where: """
          shape OPERATOR(\(catalogue.script.postGIS).&&)
            \(catalogue.script.postGIS).st_makeenvelope(\(box.joined(separator: ", ")), \(catalogue.srid ?? 0))
          """,
        into: &tables[number]
      )
      // The rectangles of PostGIS have single precision.
      tables[number].keep { table, row in
        table.geometries[row]?.envelope?.intersects(reach) ?? false
      }
    }
    var known = Set(tables.flatMap { $0.globalIDs.compactMap(\.self) })
    var found: [GlobalID: GeoSnap.Association] = [:]
    var order: [GlobalID] = []
    var front = Array(known)
    while !front.isEmpty {
      var ends: Set<GlobalID> = []
      for part in front.chunks(of: 50_000) {
        // A subquery hides the length of the list from the planner, so that it uses the indexes.
        let more = try associations(
          with: "given AS (SELECT \(Self.list(part)) AS ids)",
          where: "fromglobalid = ANY ((SELECT ids FROM given)::uuid[]) "
            + "OR toglobalid = ANY ((SELECT ids FROM given)::uuid[])"
        )
        for association in more where found[association.globalID] == nil {
          found[association.globalID] = association
          order.append(association.globalID)
          ends.formUnion([association.from.globalID, association.to.globalID])
        }
      }
      front = try objects(Array(ends.subtracting(known)), into: &tables)
      known.formUnion(front)
    }
    let all = order.compactMap { found[$0] }
    let isWhole = { (association: GeoSnap.Association) in
      known.contains(association.from.globalID) && known.contains(association.to.globalID)
    }
    var stored = try assemble(tables, associations: all.filter(isWhole))
    stored.cut(extent, all.filter { !isWhole($0) })
    return stored
  }

  private mutating func objects(
    _ ids: [GlobalID],
    into tables: inout [FeatureTable]
  ) throws -> [GlobalID] {
    if ids.isEmpty { return [] }
    var found: [GlobalID] = []
    for (number, relation) in catalogue.relations.enumerated() where !relation.hasGeometry {
      for part in ids.chunks(of: 50_000) {
        let count = tables[number].count
        try read(relation, where: "globalid = ANY (\(Self.list(part)))", into: &tables[number])
        found += (count..<tables[number].count).compactMap { tables[number].globalIDs[$0] }
      }
    }
    return found
  }

  private static func list(_ ids: ArraySlice<GlobalID>) -> String {
    "'{\(ids.map { "\($0)" }.joined(separator: ","))}'::uuid[]"
  }

  /// New rows must not reuse the ids of rows that were not read.
  private mutating func noteGreatestRowID(of relation: Relation) throws {
    let rows = try connection.query(
      "SELECT max(objectid) FROM \(schema).\(relation.relation.quotedIdentifier)"
    )
    if let greatest = rows[0, 0].flatMap({ Int64($0) }) {
      problems.setAside.note(greatestRowID: greatest, ofTable: relation.name)
    }
  }

  private mutating func assemble(
    _ tables: [FeatureTable],
    associations: [GeoSnap.Association]
  ) throws -> StoredNetwork {
    let rules = try self.rules()
    let imports = try self.imports()
    let saved = try traceConfigurations()
    var found: [NetworkProblem] = []
    let network: UtilityNetwork
    do {
      network = try UtilityNetwork(
        definition: catalogue.definition,
        srid: catalogue.srid,
        tables: tables,
        associations: associations,
        rules: rules,
        besides: problems.setAside,
        settingAside: &found
      )
    } catch {
      throw StoreError(path: "\(catalogue.address)", problems: problems.problems + error.problems)
    }
    let unreadable = problems.problems + found
    if isStrict, !unreadable.isEmpty {
      throw StoreError(path: "\(catalogue.address)", problems: unreadable)
    }
    problems.tellArcs()
    return StoredNetwork(
      network: network,
      imports: imports,
      traceConfigurations: saved,
      unreadable: unreadable,
      notes: problems.notes
    )
  }

  mutating func refresh(_ stored: StoredNetwork) throws -> StoredNetwork {
    var stored = stored
    stored.additional.imports = try imports()
    stored.additional.traceConfigurations = try traceConfigurations()
    return stored
  }

  private func expectRows() throws {
    guard let monitor else { return }
    let rows = try connection.query(
      """
      SELECT sum(greatest(c.reltuples, 0))::bigint FROM \(schema).un_tables AS t
      JOIN pg_class AS c ON c.relname = t.relation AND c.relnamespace = to_regnamespace($1::text)
      """,
      [.text(schema)]
    )
    monitor.expect(rows[0, 0].flatMap { Int($0) } ?? 1)
  }

  // MARK: Features

  mutating func readTable(
    _ relation: Relation
  ) throws -> (table: FeatureTable, notes: [NetworkProblem]) {
    let table = try table(relation)
    guard problems.problems.isEmpty else {
      throw StoreError(path: "\(catalogue.address)", problems: problems.problems)
    }
    problems.tellArcs()
    return (table, problems.notes)
  }

  private func emptyTable(_ relation: Relation) -> FeatureTable {
    FeatureTable(
      name: relation.name,
      sourceID: relation.sourceID,
      geometryType: relation.geometryType,
      fields: relation.fields.map { AttributeField($0.name, $0.storage) }
    )
  }

  private mutating func table(_ relation: Relation) throws -> FeatureTable {
    var table = emptyTable(relation)
    let estimate = try connection.query(
      "SELECT reltuples::bigint FROM pg_class WHERE oid = $1::text::regclass",
      [.text("\(schema).\(relation.relation.quotedIdentifier)")]
    )
    table.reserveCapacity(min(max(estimate[0, 0].flatMap { Int($0) } ?? 0, 0), 1 << 28))
    try read(relation, where: nil, into: &table)
    return table
  }

  private mutating func read(
    _ relation: Relation,
    where condition: String?,
    into table: inout FeatureTable
  ) throws {
    var rows = ServerRows(relation, srid: catalogue.srid)
    var count = 0
    let monitor = monitor
    let selection = relation.selection(in: schema) + (condition.map { " WHERE \($0)" } ?? "")
    try connection.copyOut("COPY (\(selection) ORDER BY objectid) TO STDOUT (FORMAT binary)") {
      row in
      rows.read(row, into: &table)
      count += 1
      if count.isMultiple(of: 1024) { try monitor?.note(1024) }
    }
    problems.append(rows.problems)
  }

  // MARK: What belongs to the network

  private func associations(
    with list: String? = nil,
    where condition: String? = nil
  ) throws -> [GeoSnap.Association] {
    var associations: [GeoSnap.Association] = []
    let columns = AssociationRow.columns.joined(separator: ", ")
    try connection.copyOut(
      """
      COPY (\(list.map { "WITH \($0) " } ?? "")SELECT \(columns) FROM \(schema).un_associations
        \(condition.map { "WHERE \($0)" } ?? "") ORDER BY objectid) TO STDOUT (FORMAT binary)
      """
    ) { row in
      if let association = AssociationRow.read(row) { associations.append(association) }
    }
    return associations
  }

  private mutating func rules() throws -> [NetworkRule] {
    var rules: [NetworkRule] = []
    var broken: [Int] = []
    let columns = RuleColumns.names.joined(separator: ", ")
    try connection.copyOut(
      "COPY (SELECT \(columns) FROM \(schema).un_rules ORDER BY objectid) TO STDOUT (FORMAT binary)"
    ) { row in
      var cells = row.cells
      let id = Int(cells.integer() ?? 0)
      let kind = cells.integer().flatMap { NetworkRuleKind(rawValue: Int($0)) }
      func side() -> NetworkRule.Side? {
        let numbers = (0..<4).map { _ in cells.integer().map { Int($0) } }
        guard let source = numbers[0], let group = numbers[1], let type = numbers[2] else {
          return nil
        }
        return NetworkRule.Side(
          AssetTypeID(sourceID: source, assetGroup: group, assetType: type),
          terminalID: numbers[3]
        )
      }
      let from = side()
      let to = side()
      let via = side()
      let origin = cells.text()
      guard let kind, let from, let to else {
        broken.append(id)
        return
      }
      rules.append(NetworkRule(id: id, kind: kind, from: from, to: to, via: via, origin: origin))
    }
    for id in broken {
      problems.report("un_rules", "\(id)", "The rule cannot be read.", .brokenRule)
    }
    return rules
  }

  private func imports() throws -> [ImportRecord] {
    let rows = try connection.query(
      "SELECT network, tablename, \"rows\", imported, note FROM \(schema).un_import ORDER BY objectid"
    )
    return (0..<rows.count).map { row in
      ImportRecord(
        network: rows[row, 0] ?? "",
        table: rows[row, 1] ?? "",
        rows: rows[row, 2].flatMap { Int($0) } ?? 0,
        isImported: rows[row, 3] == "t",
        note: rows[row, 4]
      )
    }
  }

  private mutating func traceConfigurations() throws -> [SavedTraceConfiguration] {
    let rows = try connection.query(
      """
      SELECT name, description, tracetype, configuration, objectid FROM \(schema).un_trace_configurations
      ORDER BY objectid
      """
    )
    var found: [SavedTraceConfiguration] = []
    for row in 0..<rows.count {
      do {
        let configuration = try JSONDecoder().decode(
          TraceConfiguration.self,
          from: Data((rows[row, 3] ?? "").utf8)
        )
        let typeName = rows[row, 2] ?? ""
        let type = TraceType(rawValue: typeName)
        if type == nil, !typeName.isEmpty {
          let known = TraceType.allCases.map(\.rawValue).joined(separator: ", ")
          problems.report(
            "un_trace_configurations",
            rows[row, 4],
            "TRACETYPE \(typeName) is not one of \(known).",
            .unreadableRow,
            column: "TRACETYPE"
          )
        }
        found.append(
          SavedTraceConfiguration(
            name: rows[row, 0] ?? "",
            summary: rows[row, 1] ?? "",
            type: type,
            configuration: configuration
          )
        )
      } catch {
        problems.report(
          "un_trace_configurations",
          rows[row, 4],
          "CONFIGURATION \(DecodingExplanation.of(error))",
          .unreadableRow,
          column: "CONFIGURATION"
        )
      }
    }
    return found
  }
}

extension Relation {
  /// The query for rows with cells in the form that ``ServerRows`` reads.
  func selection(in schema: String) -> String {
    let own = columns.prefix(columns.count - fields.count).map(\.quotedIdentifier)
    let cells = own + fields.map(\.reading)
    return "SELECT \(cells.joined(separator: ", ")) FROM \(schema).\(relation.quotedIdentifier)"
  }
}

extension AssociationRow {
  static func read(_ row: BinaryRow) -> GeoSnap.Association? {
    var cells = row.cells
    func end() -> GeoSnap.Association.End? {
      let source = cells.integer()
      let id = cells.globalID()
      let terminal = cells.integer()
      guard let source, let id else { return nil }
      return GeoSnap.Association.End(
        sourceID: Int(source),
        globalID: id,
        terminalID: terminal.map { Int($0) }
      )
    }
    let from = end()
    let to = end()
    let kind = cells.integer().flatMap { AssociationKind(rawValue: Int($0)) }
    let isContentVisible = cells.integer() == 1
    let fraction = cells.real()
    let globalID = cells.globalID()
    let origin = cells.text()
    guard let from, let to, let kind, let globalID else { return nil }
    return GeoSnap.Association(
      globalID: globalID,
      kind: kind,
      from: from,
      to: to,
      isContentVisible: isContentVisible,
      fractionAlongEdge: fraction,
      origin: origin
    )
  }
}

extension Array {
  fileprivate func chunks(of count: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
  }
}
