internal import GeoSnap
internal import GeoSnapStore

/// The lock keys of a commit: of the objects that it changes, and of those that its checks depend on.
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
      // Rules depend on geometries, asset types and terminals, and on no other attribute.
      guard
        isRetyped || before?.geometry != after?.geometry
          || Self.terminals(before, id, commit) != Self.terminals(after, id, commit)
      else { continue }
      if isRetyped, before != nil, after != nil {
        // Whether its associations stay valid depends on the features at their other ends.
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
        // Whether it would contain itself depends on all its containers.
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
