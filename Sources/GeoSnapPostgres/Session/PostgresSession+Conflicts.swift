package import GeoSnap
internal import GeoSnapStore
internal import Synchronization

extension PostgresSession {
  func refuse(
    _ transaction: NetworkTransaction,
    madeOn basis: EditedNetwork,
    _ changers: [FeatureKey: HistoryEntry]
  ) throws {
    try refuse(transaction, madeOn: basis, now: state.network) { changers[$0] }
  }

  /// Refuses a transaction on objects that have changed between the network `basis`, on which it was made, and `now`.
  ///
  /// `now` is the network that the session opened, so its own commits are no conflicts.
  package func refuse(
    _ transaction: NetworkTransaction,
    madeOn basis: EditedNetwork,
    now: EditedNetwork
  ) throws {
    try telling {
      try refuse(transaction, madeOn: basis, now: now) { key in
        try held.withLock { try $0.server.lastChange(of: key, except: []) }
      }
    }
  }

  private func refuse(
    _ transaction: NetworkTransaction,
    madeOn basis: EditedNetwork,
    now: EditedNetwork,
    changer: (FeatureKey) throws -> HistoryEntry?
  ) throws {
    if now.isSame(as: basis) { return }
    let conflict = transaction.edits.lazy.compactMap { edit in
      edit.keys.first { basis.value($0) != now.value($0) }.map { (edit: edit, key: $0) }
    }.first
    guard let conflict else { return }
    throw address.error(
      .changedByOthers,
      ConflictSentence(
        conflict.key,
        conflict.edit,
        basis,
        now,
        try changer(conflict.key)
      ).description
    )
  }

  /// Refuses an undo if others have built on the step, or if it breaks a rule because of their changes.
  func refuse(
    _ commit: NetworkCommit,
    of step: DecodedStep,
    _ server: SessionServer
  ) throws {
    let neighbours = state.neighbours(ofWhatGoesIn: commit)
    let network = state.network
    let places = neighbours.compactMap { network.geometry(of: $0.feature) }
    if let other = try server.changer(of: neighbours.map(\.key), at: places, since: step.number) {
      let words = neighbours.first.map { network.describe($0.feature) } ?? ""
      throw TransactionError(
        step.name,
        [
          TransactionProblem(
            .changedOtherwise,
            features: neighbours.map(\.feature),
            "Later edits of \(other.author) (\(other.name)) depend on features that this step would change, such as at "
              + "\(words): those edits must be undone first."
          )
        ]
      )
    }
    let problems = self.problems(of: commit.transaction)
    if problems.isEmpty { return }
    let ends = commit.touched.flatMap { id -> [FeatureKey] in
      guard commit.after.present(id) != nil else { return [] }
      return commit.after.associations(of: id)
        .flatMap { [.globalID($0.from.globalID), .globalID($0.to.globalID)] }
    }
    let met = (problems.flatMap(\.features) + commit.touched).compactMap { id in
      (commit.after.present(id) ?? network.present(id))?.globalID.map { FeatureKey.globalID($0) }
    }
    if try server.changer(of: met + ends, since: step.number) != nil {
      throw TransactionError(step.name, problems)
    }
  }
}

extension EditedNetwork {
  fileprivate func value(_ key: FeatureKey) -> KeyedValue {
    if let id = feature(key), let feature = feature(id) { return .feature(feature) }
    if case .globalID(let id) = key, let association = association(globalID: id) {
      return .association(association)
    }
    return .nothing
  }
}

private enum KeyedValue: Equatable {
  case nothing
  case feature(Feature)
  case association(GeoSnap.Association)
}

extension NetworkEdit {
  var insertedKeys: [FeatureKey] {
    switch self {
    case .insertFeature(let feature, let table):
      if let id = feature.globalID { return [.globalID(id)] }
      return feature.rowID.map { [.row(table: table, rowID: $0)] } ?? []
    case .insertAssociation(let association):
      return association.globalID.map { [.globalID($0)] } ?? []
    default: return []
    }
  }

  fileprivate var deed: String {
    switch self {
    case .insertFeature: "inserts a feature"
    case .setGeometry: "moves it"
    case .setAttributes(_, let values): "sets its \(values.keys.sorted().joined(separator: ", "))"
    case .setAssetType: "gives it another asset type"
    case .setOrigin: "sets its origin"
    case .insertVertex: "gives it a vertex"
    case .splitLine: "splits it"
    case .mergeLines: "merges it with another line"
    case .deleteFeature: "deletes it"
    case .insertAssociation: "associates it"
    case .deleteAssociation: "deletes the association"
    }
  }
}

/// The message about conflicting changes: the object, the change of the other user, and the refused edit.
struct ConflictSentence: CustomStringConvertible {
  let description: String

  /// Describes a conflict between an edit on the network `basis` and the network `now`.
  ///
  /// `entry` is the other change, nil when it is unknown. `keyNow` is the key in `now` when it differs. `mine` names
  /// the edit, and `remedy` begins with a space.
  init(
    _ key: FeatureKey,
    _ edit: NetworkEdit,
    _ basis: EditedNetwork,
    _ now: EditedNetwork,
    _ entry: HistoryEntry?,
    keyNow: FeatureKey? = nil,
    mine: String = "this edit",
    remedy: String = " The edit was not written: check the current state, and repeat the edit."
  ) {
    let keyNow = keyNow ?? key
    let name = Self.name(keyNow, now) ?? Self.name(key, basis) ?? "\(key)"
    let deed = Self.deed(key, basis, keyNow, now)
    let who =
      entry.map { "by \($0.author)\($0.name.isEmpty ? "" : " (\($0.name))")" } ?? "by others"
    description = "\(name) was \(deed) \(who), and \(mine) \(edit.deed).\(remedy)"
  }

  private static func name(_ key: FeatureKey, _ network: EditedNetwork) -> String? {
    if let feature = network.feature(key) { return network.describe(feature) }
    guard case .globalID(let id) = key, let association = network.association(globalID: id) else {
      return nil
    }
    return "The association \(association.globalID)"
  }

  /// The change of the object, as a participle.
  private static func deed(
    _ key: FeatureKey,
    _ basis: EditedNetwork,
    _ keyNow: FeatureKey,
    _ now: EditedNetwork
  ) -> String {
    guard let known = basis.feature(key), let old = basis.feature(known) else {
      guard now.feature(keyNow) == nil else { return "inserted" }
      guard case .globalID(let id) = key else { return "changed" }
      switch (basis.association(globalID: id), now.association(globalID: id)) {
      case (nil, .some): return "inserted"
      case (.some, nil): return "deleted"
      default: return "changed"
      }
    }
    guard let id = now.feature(keyNow), let new = now.feature(id) else { return "deleted" }
    if old.geometry != new.geometry { return "moved" }
    if old.assetGroup != new.assetGroup || old.assetType != new.assetType {
      return "given another asset type"
    }
    let before = old.values(of: basis.base.tables[Int(known.table)].fields)
    let fields = now.base.tables[Int(id.table)].fields
    let after = new.values(of: fields)
    let changed = fields.map(\.name).filter { name in
      (before[name.lowercased()] ?? .null) != (after[name.lowercased()] ?? .null)
    }
    return changed.isEmpty ? "changed" : "changed in \(changed.joined(separator: ", "))"
  }
}

extension Feature {
  /// The values that are not null, by lower-case field name.
  func values(of fields: [AttributeField]) -> [String: AttributeValue] {
    var values: [String: AttributeValue] = [:]
    for (field, value) in zip(fields, attributes) where value != .null {
      values[field.name.lowercased()] = value
    }
    return values
  }
}

extension NetworkState {
  /// The features at places from which a commit removes or moves something, without those that it touches.
  func neighbours(ofWhatGoesIn commit: NetworkCommit) -> [(feature: FeatureID, key: FeatureKey)] {
    let touched = Set(commit.touched)
    let tolerance = network.base.coincidenceTolerance.xy
    var found: [(feature: FeatureID, key: FeatureKey)] = []
    var known: Set<FeatureID> = []
    for id in commit.touched {
      guard let old = commit.before.present(id)?.geometry else { continue }
      let new = commit.after.present(id)?.geometry
      if new == old { continue }
      let left = Set(new?.places ?? [])
      for place in old.places where !left.contains(place) {
        for hit in index.identify(IdentifyRequest(at: place, tolerance: tolerance))
        where !touched.contains(hit.feature) && known.insert(hit.feature).inserted {
          if let key = network.key(of: hit.feature) { found.append((hit.feature, key)) }
        }
      }
    }
    return found
  }
}

extension Geometry {
  /// The vertices of a point or line; none for other geometries, which are not joined.
  fileprivate var places: [Coordinate] {
    switch self {
    case .point(let point): point.coordinate.map { [$0] } ?? []
    case .lineString(let line): Array(line.coordinates)
    default: []
    }
  }
}
