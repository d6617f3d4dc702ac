internal import Foundation
internal import GRDB
internal import GeoSnap

/// The table that records which database a file was checked out of.
struct CheckoutTable {
  let database: Database

  private static let table = Profile.checkout

  func write(_ checkout: NetworkCheckout) throws {
    try GeoPackageMetadata(database: database, srsID: 0).create(Self.table)
    let extent = checkout.extent
    try database.insert(
      Self.table,
      [
        1.databaseValue, "\(checkout.id)".databaseValue, checkout.address.databaseValue,
        checkout.network.databaseValue, checkout.state.databaseValue, extent.minX.databaseValue,
        extent.minY.databaseValue, extent.maxX.databaseValue, extent.maxY.databaseValue,
        try sortedJSON(checkout.cut.map(CutAssociation.init)).databaseValue,
        checkout.author.databaseValue, checkout.time.databaseValue,
        try sortedJSON(checkout.digests).databaseValue,
        try sortedJSON(checkout.begun).databaseValue,
        checkout.checkedIn?.databaseValue ?? .null,
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
  /// Reads the checkout record of the file; nil when it was not checked out.
  ///
  /// - Throws: `NetworkError` when the record cannot be read, since it is unknown then what may be edited.
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

/// The stored form of an association that was not checked out.
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
