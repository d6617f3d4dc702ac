internal import Foundation
internal import GRDB
package import GeoSnap
internal import Synchronization

/// A file that was checked out of a database, locked against other editors while its steps are checked in.
package final class CheckedOutFile: Sendable {
  /// A step of the file's history that is not undone.
  package struct Step: Sendable {
    package let number: Int64
    package let name: String
    package let time: String
    package let transaction: NetworkTransaction
    /// The identifier of its commit in the database.
    package let commit: GlobalID
    package let before: EditedNetwork
  }

  package let path: String
  package let checkout: NetworkCheckout
  package let stored: StoredNetwork
  /// The steps that are not undone, oldest first.
  package let steps: [Step]
  private let file: EditingFile
  private let version: Int64

  /// Opens a file and reverts its steps, one by one, to the state that was checked out.
  package init(_ path: String, timeout: Duration = .seconds(5)) throws(StoreError) {
    file = try EditingFile(path, timeout: timeout)
    self.path = path
    let (content, version) = try file.read { database in
      var reader = try GeoPackageReader(database, brokenRows: .refused)
      let stored = try reader.read()
      let history =
        reader.schema.kind(of: Profile.history) == nil
        ? [] : try HistoryTable(database: database).raw()
      return (stored, history.filter { !$0.isUndone })
    }
    self.version = version
    stored = content.0
    guard let checkout = stored.checkout else {
      let message = "The file was not checked out of a database: geosnap checkout makes such files."
      throw StoreError(.cannotOpen, path: path, message: message)
    }
    self.checkout = checkout
    var network = EditedNetwork(stored.network)
    var steps: [Step] = []
    for step in content.1.reversed() {
      do {
        network = try network.replaying(try step.undoing(path), undoing: nil).after
        let done = Step(
          number: step.number,
          name: step.name,
          time: step.time,
          transaction: try step.transaction(path),
          commit: checkout.commitID(of: step),
          before: network
        )
        steps.append(done)
      } catch let error as StoreError {
        throw error
      } catch {
        throw Self.foreign(path, "the result of step \(step.number) (\(step.name)) is gone")
      }
    }
    let now = network.digests
    let changed = Set(now.keys).union(checkout.digests.keys)
      .filter { now[$0] != checkout.digests[$0] }
    guard changed.isEmpty else {
      let tables = Words.list(changed.sorted(), "and", limit: 10)
      throw Self.foreign(path, "the changes are in \(tables)")
    }
    self.steps = steps.reversed()
  }

  private static func foreign(_ path: String, _ what: String) -> StoreError {
    StoreError(
      path: path,
      table: Profile.checkout,
      "A program other than GeoSnap has changed rows of the network in this file: \(what). No step records the "
        + "change, so the change cannot be checked in: undo the change in that program, and repeat it with GeoSnap."
    )
  }

  package func note(_ begun: [NetworkCheckout.Begun], checkedIn: String?) throws(StoreError) {
    try file.edit(version) {
      try CheckoutTable(database: $0).note(begun, checkedIn: checkedIn)
    }
  }
}

extension NetworkCheckout {
  /// The identifier of a step's commit in the database: the same at each try, and different for different steps.
  fileprivate func commitID(of step: StoredStep) -> GlobalID {
    var digest = StableDigest()
    for text in ["\(id)", "\(step.number)", step.name, step.time, step.edits] { digest.add(text) }
    return digest.globalID
  }
}

extension StoredStep {
  fileprivate func transaction(_ path: String) throws -> NetworkTransaction {
    NetworkTransaction(name, try decode(edits, path))
  }

  fileprivate func undoing(_ path: String) throws -> NetworkTransaction {
    NetworkTransaction(name, try decode(inverse, path))
  }

  private func decode(_ text: String, _ path: String) throws -> [NetworkEdit] {
    do {
      return try JSONDecoder().decode([NetworkEdit].self, from: Data(text.utf8))
    } catch {
      throw StoreError(
        path: path,
        table: Profile.history,
        row: "\(number)",
        DecodingExplanation.of(error)
      )
    }
  }
}

extension GeoPackage {
  package static func readCheckout(of path: String) throws(StoreError) -> NetworkCheckout? {
    let file = try DatabaseFile(path)
    return try file.read { database in
      var reader = try GeoPackageReader(database, isChecked: true)
      return try reader.readCheckout()
    }
  }

  package static func write(
    _ stored: StoredNetwork,
    checkedOut checkout: NetworkCheckout,
    to path: String,
    replacing: Bool
  ) throws(StoreError) -> NetworkCheckout {
    let content = try GeoPackageContent(stored, for: path)
    var checkout = checkout
    try DatabaseFile.create(path, replacing: replacing) { database in
      try GeoPackageWriter(database: database, content: content).write()
      // The digests are those of the network as the file returns it, since later states are compared with that.
      var reader = try GeoPackageReader(database, brokenRows: .refused, isChecked: true)
      checkout.digests = EditedNetwork(try reader.read().network).digests
      try CheckoutTable(database: database).write(checkout)
    }
    return checkout
  }
}

struct CheckoutTable {
  let database: Database

  private static let table = Profile.checkout

  func write(_ checkout: NetworkCheckout) throws {
    try GeoPackageMetadata(database: database, srsID: 0).create(Self.table)
    let extent = checkout.extent
    try database.insert(
      Self.table,
      [
        1, "\(checkout.id)", checkout.address, checkout.network, checkout.state, extent.minX,
        extent.minY, extent.maxX, extent.maxY,
        try sortedJSON(checkout.cut.map(CutAssociation.init)),
        checkout.author, checkout.time, try sortedJSON(checkout.digests),
        try sortedJSON(checkout.begun), checkout.checkedIn,
      ]
    )
  }

  /// Records which steps a check-in has begun, and the time when all steps were checked in.
  func note(_ begun: [NetworkCheckout.Begun], checkedIn: String?) throws {
    try database.execute(
      sql: "UPDATE \(Self.table) SET BEGUN = ?, CHECKEDIN = ?",
      arguments: [try sortedJSON(begun), checkedIn]
    )
  }
}

extension GeoPackageReader {
  mutating func readCheckout() throws -> NetworkCheckout? {
    guard schema.kind(of: Profile.checkout) != nil else { return nil }
    guard let table = try profileTable(Profile.checkout) else {
      throw NetworkError(problems.problems)
    }
    let names = Profile.columns(of: Profile.checkout).map(\.name)
    let cursor = try rows(of: table, columns: names)
    var found: [NetworkCheckout] = []
    var count = 0
    while let row = try cursor.next() {
      count += 1
      if let checkout = Self.checkout(row) { found.append(checkout) }
    }
    if count == 0 { return nil }
    guard count == 1, let checkout = found.first else {
      throw NetworkError([
        NetworkProblem(
          table: Profile.checkout,
          message: count == 1
            ? "The row that describes the checkout cannot be read."
            : "The table describes more than one checkout."
        )
      ])
    }
    return checkout
  }

  private static func checkout(_ row: Row) -> NetworkCheckout? {
    func json<Value: Decodable>(_ column: Int) -> Value? {
      row.text(column).flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }
    guard let id = row.text(1).flatMap({ GlobalID($0) }), let address = row.text(2),
      let network = row.text(3), let state = row.text(4), let minX = row.real(5),
      let minY = row.real(6), let maxX = row.real(7), let maxY = row.real(8), minX <= maxX,
      minY <= maxY, let cut: [CutAssociation] = json(9), let author = row.text(10),
      let time = row.text(11), let digests: [String: String] = json(12),
      let begun: [NetworkCheckout.Begun] = json(13)
    else { return nil }
    let associations = cut.compactMap(\.association)
    guard associations.count == cut.count else { return nil }
    var checkout = NetworkCheckout(
      id: id,
      address: address,
      network: network,
      state: state,
      extent: Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY),
      cut: associations,
      author: author,
      time: time
    )
    checkout.digests = digests
    checkout.begun = begun
    checkout.checkedIn = row.text(14)
    return checkout
  }
}

private struct CutAssociation: Codable {
  struct End: Codable {
    var source: Int
    var globalID: String
    var terminal: Int?

    init(_ end: GeoSnap.Association.End) {
      (source, globalID, terminal) = (end.sourceID, "\(end.globalID)", end.terminalID)
    }

    var end: GeoSnap.Association.End? {
      GlobalID(globalID).map {
        GeoSnap.Association.End(sourceID: source, globalID: $0, terminalID: terminal)
      }
    }
  }

  var globalID: String
  var kind: Int
  var from: End
  var to: End
  var isContentVisible: Bool
  var fractionAlongEdge: Double?
  var origin: String?

  init(_ association: GeoSnap.Association) {
    globalID = "\(association.globalID)"
    kind = association.kind.rawValue
    from = End(association.from)
    to = End(association.to)
    isContentVisible = association.isContentVisible
    fractionAlongEdge = association.fractionAlongEdge
    origin = association.origin
  }

  var association: GeoSnap.Association? {
    guard let id = GlobalID(globalID), let kind = AssociationKind(rawValue: kind),
      let from = from.end, let to = to.end
    else { return nil }
    return GeoSnap.Association(
      globalID: id,
      kind: kind,
      from: from,
      to: to,
      isContentVisible: isContentVisible,
      fractionAlongEdge: fractionAlongEdge,
      origin: origin
    )
  }
}

/// A digest of 128 bits for a sequence of texts, the same on every machine and in every version.
struct StableDigest {
  // FNV-1a, twice with different initial values, mixed at the end.
  private var high: UInt64 = 0xCBF2_9CE4_8422_2325
  private var low: UInt64 = 0x9AE1_6A3B_2F90_404F

  /// Adds a text and its end, so that boundaries between texts count.
  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0xFF)
  }

  mutating func addNothing() { add(0xFE) }

  mutating func add(_ byte: UInt8) {
    high = (high ^ UInt64(byte)) &* 0x100_0000_01B3
    low = (low ^ UInt64(byte) ^ low >> 47) &* 0x100_0000_01B3
  }

  private static func mixed(_ number: UInt64) -> UInt64 {
    var number = number
    number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
    return number ^ number >> 31
  }

  /// The digest as a UUID of version 8, the version for custom formats.
  var globalID: GlobalID {
    GlobalID(
      high: Self.mixed(high) & ~0xF000 | 0x8000,
      low: Self.mixed(low) & ~(0b11 << 62) | 0b10 << 62
    )
  }

  var number: UInt64 { Self.mixed(high ^ Self.mixed(low)) }
}

extension EditedNetwork {
  /// A checksum for each table and one for the associations, equal for networks with equal rows.
  var digests: [String: String] {
    var sums: [String: String] = [:]
    for (number, table) in base.tables.enumerated() {
      var sum: UInt64 = 0
      for id in features(table: number) {
        if let feature = feature(id) { sum &+= feature.digest(table.fields).number }
      }
      sums[table.name] = String(sum, radix: 16)
    }
    sums[Profile.associations] = String(
      associations.reduce(into: UInt64(0)) { $0 &+= $1.digest.number },
      radix: 16
    )
    return sums
  }
}

extension Feature {
  fileprivate func digest(_ fields: [AttributeField]) -> StableDigest {
    var digest = StableDigest()
    digest.add("\(rowID) \(assetGroup) \(assetType)")
    for text in [globalID.map { "\($0)" }, origin, geometry?.wkt] {
      if let text { digest.add(text) } else { digest.addNothing() }
    }
    for (field, value) in zip(fields, attributes) where value != .null {
      digest.add(field.name)
      switch value {
      case .null: digest.addNothing()
      case .integer(let number): digest.add("i\(number)")
      case .real(let number): digest.add("r\(number)")
      case .text(let text): digest.add("t\(text)")
      case .blob(let bytes): for byte in bytes { digest.add(byte) }
      }
    }
    return digest
  }
}

extension GeoSnap.Association {
  fileprivate var digest: StableDigest {
    var digest = StableDigest()
    let numbers = [
      kind.rawValue, from.sourceID, from.terminalID ?? -1, to.sourceID, to.terminalID ?? -1,
      isContentVisible ? 1 : 0,
    ]
    digest.add("\(globalID) \(from.globalID) \(to.globalID) \(numbers)")
    digest.add("\(fractionAlongEdge ?? -1)")
    if let origin { digest.add(origin) }
    return digest
  }
}
