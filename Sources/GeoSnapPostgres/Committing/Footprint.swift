internal import GeoSnap

/// What a commit changes and what its checks have seen, by the words that it locks.
struct Footprint {
  let changed: [String]
  let seen: [String]

  init(_ commit: NetworkCommit, _ catalogue: Catalogue) {
    var cells = LockCells(tolerance: catalogue.tolerance)
    var changed: Set<String> = []
    var seen: Set<String> = ["definition"]
    for id in commit.touched {
      let before = commit.before.present(id)
      let after = commit.after.present(id)
      guard let feature = after ?? before else { continue }
      changed.insert(
        Self.word(
          feature.globalID.map { .globalID($0) }
            ?? .row(table: catalogue.relations[Int(id.table)].name, rowID: feature.rowID),
          catalogue
        )
      )
      let isRetyped =
        before?.assetGroup != after?.assetGroup || before?.assetType != after?.assetType
      // Rules ask for places, asset types and terminals, and for no other attribute.
      guard
        isRetyped || before?.geometry != after?.geometry
          || Self.terminals(before, id, commit) != Self.terminals(after, id, commit)
      else { continue }
      if isRetyped, before != nil, after != nil {
        // Whether what it is associated with may be so still depends on what that is.
        for association in commit.after.associations(of: id) {
          seen.insert(Self.word(feature: association.from.globalID))
          seen.insert(Self.word(feature: association.to.globalID))
        }
      }
      for geometry in [before?.geometry, after?.geometry] { geometry.map { cells.add($0) } }
    }
    for edit in commit.transaction.edits {
      switch edit {
      case .insertAssociation(let association):
        if let id = association.globalID { changed.insert(Self.word(association: id)) }
        guard association.kind == .containment else { continue }
        // Whether it would contain itself is asked along all containers.
        for container in commit.after.containers(of: association.from.globalID) {
          seen.insert(Self.word(feature: container))
        }
      case .deleteAssociation(let id): changed.insert(Self.word(association: id))
      default: for key in edit.keys { seen.insert(Self.word(key, catalogue)) }
      }
    }
    changed.formUnion(cells.changed)
    seen.formUnion(cells.seen)
    seen.subtract(changed)
    self.changed = Array(changed)
    self.seen = Array(seen)
  }

  /// What a feature says of how it connects.
  private static func terminals(
    _ feature: Feature?,
    _ id: FeatureID,
    _ commit: NetworkCommit
  ) -> [AttributeValue] {
    guard let feature else { return [] }
    let fields = commit.after.base.tables[Int(id.table)].fields
    return zip(fields, feature.attributes).filter {
      TerminalField.all.contains($0.0.name.uppercased())
    }
    .map(\.1)
  }

  static func word(_ key: FeatureKey, _ catalogue: Catalogue) -> String {
    switch key {
    case .globalID(let id): return word(feature: id)
    case .row(let table, let rowID):
      let name = table.lowercased()
      let relation = catalogue.relations.first { $0.name.lowercased() == name }?.relation ?? name
      return "row/\(relation)/\(rowID)"
    }
  }

  static func word(feature id: GlobalID) -> String { "feature/\("\(id)".lowercased())" }

  static func word(association id: GlobalID) -> String { "association/\("\(id)".lowercased())" }
}

extension EditedNetwork {
  /// A feature as it is in this network; nil when it is not there, or not yet.
  func present(_ id: FeatureID) -> Feature? {
    Int(id.row) < rowCount(table: Int(id.table)) ? feature(id) : nil
  }

  /// What a feature lies in, and what that lies in.
  fileprivate func containers(of id: GlobalID) -> Set<GlobalID> {
    var found: Set<GlobalID> = []
    var open = [id]
    while let next = open.popLast() {
      guard let feature = feature(globalID: next) else { continue }
      for association in associations(of: feature, kind: .containment)
      where association.to.globalID == next && found.insert(association.from.globalID).inserted {
        open.append(association.from.globalID)
      }
    }
    return found
  }
}
