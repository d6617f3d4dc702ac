internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

struct HistoryEntry: Sendable {
  enum Kind: String, Sendable {
    case commit, undo, redo, foreign, definition
  }

  let revision: Int64
  let kind: Kind
  let name: String
  let author: Author
  let edits: String

  /// The query for the entries that a snapshot of the database does not see, oldest first, with the new snapshot.
  static func selection(in schema: String) -> String {
    "SELECT * FROM \(schema).un_entries($1::text::pg_snapshot, $2::bigint[], $3::bigint, $4::text::uuid)"
  }

  static let columns =
    "h.revision, h.kind, h.name, h.author, h.place, "
    + "to_char(h.time, 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'), h.edits"

  init?(_ rows: Rows, _ row: Int, from column: Int) {
    guard let revision = rows[row, column].flatMap({ Int64($0) }),
      let kind = rows[row, column + 1].flatMap({ Kind(rawValue: $0) })
    else { return nil }
    self.revision = revision
    self.kind = kind
    name = rows[row, column + 2] ?? ""
    author = Author(
      name: rows[row, column + 3] ?? "",
      place: rows[row, column + 4] ?? "",
      time: rows[row, column + 5] ?? ""
    )
    edits = rows[row, column + 6] ?? "[]"
  }

  var decoded: [NetworkEdit]? {
    try? JSONDecoder().decode([NetworkEdit].self, from: Data(edits.utf8))
  }

  /// The commit of the entry on a network that has all earlier entries; nil when single edits cannot express it.
  func commit(
    on network: EditedNetwork,
    _ catalogue: Catalogue,
    within edge: ExtentEdge? = nil
  ) -> NetworkCommit? {
    var edits =
      switch kind {
      case .definition: nil as [NetworkEdit]?
      case .foreign: ForeignEdit(self.edits, catalogue)?.edits(of: network)
      case .commit, .undo, .redo: decoded
      }
    if let edge {
      edits = edits.flatMap { ExtentEdits(network, edge, catalogue.tolerance).edits($0) }
    }
    return edits.flatMap { try? network.replaying(NetworkTransaction(name, $0)) }
  }
}

struct Author: Hashable, Sendable, CustomStringConvertible {
  let name: String
  let place: String
  let time: String

  var description: String {
    "\(name)\(place.isEmpty ? "" : " on \(place)")\(time.isEmpty ? "" : " at \(time)")"
  }
}

/// A change of a row with SQL, as a trigger has recorded it.
struct ForeignEdit {
  private let relation: Relation?
  private let before: [String: Any]?
  private let after: [String: Any]?
  private let srid: SRID?

  init?(_ text: String, _ catalogue: Catalogue) {
    guard let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
      let table = object["table"] as? String
    else { return nil }
    relation = catalogue.relations.first { $0.relation == table }
    guard relation != nil || table == "un_associations" else { return nil }
    before = object["before"] as? [String: Any]
    after = object["after"] as? [String: Any]
    srid = catalogue.srid
  }

  /// The edits that repeat the change in a network; nil when single edits cannot express it.
  func edits(of network: EditedNetwork) -> [NetworkEdit]? {
    guard let relation else { return associationEdits(of: network) }
    guard let table = network.table(named: relation.name) else { return nil }
    let old = before.flatMap { feature($0, relation) }
    let new = after.flatMap { feature($0, relation) }
    guard (before == nil) == (old == nil), (after == nil) == (new == nil) else { return nil }
    let fields = network.base.tables[table].fields
    guard fields.map(\.name) == relation.fields.map(\.name) else { return nil }
    guard let old else {
      // An association that was set aside because the feature was missing may come back with it.
      if !network.setAside.isEmpty { return nil }
      return new.map { [.insertFeature(NewFeature($0, fields: fields), table: relation.name)] }
        ?? []
    }
    guard let id = network.feature(table: table, rowID: old.rowID),
      let known = network.feature(id), let key = network.key(of: id)
    else { return nil }
    guard let new else {
      // A deletion with SQL deletes no associations; the remaining ones are set aside.
      return network.associations(of: id).isEmpty ? [.deleteFeature(key)] : nil
    }
    guard new.globalID == known.globalID, new.rowID == known.rowID else { return nil }
    // The rules may no longer allow its associations; those are set aside.
    let isRetyped = new.assetGroup != known.assetGroup || new.assetType != known.assetType
    if isRetyped, !network.associations(of: id).isEmpty { return nil }
    return EditedNetwork.updates(key, known, new, fields)
  }

  private func feature(_ row: [String: Any], _ relation: Relation) -> Feature? {
    guard let rowID = (row["objectid"] as? NSNumber)?.int64Value else { return nil }
    var geometry: Geometry?
    if let hex = row["shape"] as? String {
      guard let read = try? Geometry(hexWKB: hex, srid: srid) else { return nil }
      geometry = read.declared(in: srid)
    }
    var attributes: [AttributeValue] = []
    for field in relation.fields {
      guard let value = AttributeValue(row[field.column], field.storage) else { return nil }
      attributes.append(value)
    }
    return Feature(
      rowID: rowID,
      globalID: (row["globalid"] as? String).flatMap { GlobalID($0) },
      assetGroup: (row["assetgroup"] as? NSNumber)?.intValue ?? 0,
      assetType: (row["assettype"] as? NSNumber)?.intValue ?? 0,
      origin: row["origin"] as? String,
      geometry: geometry,
      attributes: attributes
    )
  }

  private func associationEdits(of network: EditedNetwork) -> [NetworkEdit]? {
    var edits: [NetworkEdit] = []
    if let before {
      guard let id = (before["globalid"] as? String).flatMap({ GlobalID($0) }),
        network.association(globalID: id) != nil
      else { return nil }
      edits.append(.deleteAssociation(id))
    }
    if let after {
      guard let association = Self.association(after) else { return nil }
      // Associations that no rule allows are set aside when the network is read again.
      guard
        (try? network.committing(NetworkTransaction("", edits + [.insertAssociation(association)])))
          != nil
      else { return nil }
      edits.append(.insertAssociation(association))
    }
    return edits
  }

  private static func association(_ row: [String: Any]) -> NewAssociation? {
    func id(_ name: String) -> GlobalID? { (row[name] as? String).flatMap { GlobalID($0) } }
    func number(_ name: String) -> Int? { (row[name] as? NSNumber)?.intValue }
    guard let globalID = id("globalid"), let from = id("fromglobalid"), let to = id("toglobalid"),
      let kind = number("associationtype").flatMap({ AssociationKind(rawValue: $0) })
    else { return nil }
    return NewAssociation(
      globalID: globalID,
      kind: kind,
      from: NewAssociation.End(from, terminalID: number("fromterminalid")),
      to: NewAssociation.End(to, terminalID: number("toterminalid")),
      isContentVisible: row["iscontentvisible"] as? Bool ?? false,
      fractionAlongEdge: (row["percentalong"] as? NSNumber)?.doubleValue,
      origin: row["origin"] as? String
    )
  }
}

extension AttributeValue {
  /// A value as a trigger has recorded it; nil when it does not have the storage.
  fileprivate init?(_ value: Any?, _ storage: AttributeField.Storage) {
    switch (value, storage) {
    case (nil, _), (is NSNull, _): self = .null
    case (let number as NSNumber, .integer): self = .integer(number.int64Value)
    case (let number as NSNumber, .real): self = .real(number.doubleValue)
    // JSON has no infinite numbers.
    case (let text as String, .real):
      guard let number = Double(text) else { return nil }
      self = .real(number)
    case (let text as String, .text): self = .text(text)
    case (let text as String, .blob):
      guard text.hasPrefix("\\x"), let bytes = try? HexDigits.bytes(Array(text.utf8)[2...]) else {
        return nil
      }
      self = .blob(bytes)
    case (let number as NSNumber, .text): self = .text("\(number)")
    default: return nil
    }
  }
}

struct ExtentEdits {
  private let network: EditedNetwork
  private let cut: Set<GlobalID>
  private let reach: Envelope
  private var inserted: Set<FeatureKey> = []

  init(_ network: EditedNetwork, _ edge: ExtentEdge, _ tolerance: Double) {
    self.network = network
    cut = Set(edge.associations.map(\.globalID))
    // The same margin as when it was read.
    reach = edge.extent.expanded(by: 2 * tolerance)
  }

  /// The edits without those outside; nil when an edit crosses the extent or changes its edge, so that it must be
  /// read again.
  consuming func edits(_ edits: [NetworkEdit]) -> [NetworkEdit]? {
    var kept: [NetworkEdit] = []
    for edit in edits {
      switch concern(edit) {
      case .beyond: continue
      case .within: kept.append(edit)
      case .across: return nil
      }
    }
    return kept
  }

  private enum Concern {
    case beyond
    case within
    case across
  }

  private mutating func concern(_ edit: NetworkEdit) -> Concern {
    switch edit {
    case .insertFeature(let feature, let table):
      // An object is read because of an association, which may follow.
      guard let geometry = feature.geometry else { return .across }
      guard reaches(geometry) else { return .beyond }
      if let id = feature.globalID {
        inserted.insert(.globalID(id))
      } else if let rowID = feature.rowID {
        inserted.insert(.row(table: table, rowID: rowID))
      }
      return .within
    case .setGeometry(let key, let geometry):
      let isReached = geometry.map(reaches) ?? false
      return isKnown(key) ? isReached ? .within : .across : isReached ? .across : .beyond
    case .insertAssociation(let association):
      let from = isKnown(.globalID(association.from.globalID))
      let to = isKnown(.globalID(association.to.globalID))
      return from && to ? .within : from || to ? .across : .beyond
    case .deleteAssociation(let id):
      if network.association(globalID: id) != nil { return .within }
      return cut.contains(id) ? .across : .beyond
    default:
      let known = edit.keys.filter(isKnown)
      return known.isEmpty ? .beyond : known.count == edit.keys.count ? .within : .across
    }
  }

  private func isKnown(_ key: FeatureKey) -> Bool {
    network.feature(key) != nil || inserted.contains(key)
  }

  private func reaches(_ geometry: Geometry) -> Bool {
    geometry.envelope?.intersects(reach) ?? false
  }
}
