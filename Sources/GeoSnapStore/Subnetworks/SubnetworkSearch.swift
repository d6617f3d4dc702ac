internal import GRDB
public import GeoSnap

/// Finds the extent of a subnetwork in a network of which no more than necessary is read.
///
/// The surroundings of the controllers are read and traced. While the trace reaches the edge of the extent, more is
/// read there: at least half as much again each time, so that all readings together are not much larger than the last
/// one. Subnetwork names of features are not used, since they may be outdated.
package struct SubnetworkSearch {
  package struct Controller {
    let name: String
    /// Its envelope; nil for an object, which is located by its associations.
    let place: Envelope?

    package init(name: String, place: Envelope?) {
      self.name = name.trimmingSpaces
      self.place = place
    }
  }

  package static let controllerColumn = "SUBNETWORKCONTROLLERNAME"
  private static let everything = Envelope(minX: -1e300, minY: -1e300, maxX: 1e300, maxY: 1e300)
  private static let mostReadings = 24
  /// The least margin to read beyond the traced features, in tolerances: a few streets.
  private static let leastMargin = 65_536.0

  private let subnetwork: SubnetworkName
  private let count: Int
  private let start: Envelope

  package init(_ subnetwork: SubnetworkName, among controllers: [Controller]) throws(TraceError) {
    let own = controllers.filter { $0.name == subnetwork.name }
    guard !own.isEmpty else {
      let known = Set(controllers.map(\.name)).subtracting([""]).sorted()
      throw TraceError(
        .noControllers,
        "No controller belongs to a subnetwork '\(subnetwork.name)'"
          + (known.isEmpty
            ? ": no controller names a subnetwork."
            : ". \(Words.known("subnetwork", known))")
      )
    }
    self.subnetwork = subnetwork
    count = own.count
    let places = own.compactMap(\.place)
    start =
      places.count == own.count ? Envelope.combining(places) ?? Self.everything : Self.everything
  }

  package func extent(reading read: (Envelope) throws -> StoredNetwork) throws -> Envelope {
    var reach = start
    var featureCount = -1
    for number in 1... {
      let stored = try read(reach)
      if reach == Self.everything { try expectControllers(in: stored.network) }
      let members = try members(Topology(stored.network))
      let edge = stored.edge
      let open = members.filter { edge?.contains($0) ?? false }
      func spanned(_ features: [FeatureID]) -> Envelope? {
        Envelope.combining(features.map { stored.network.geometry(of: $0)?.envelope })
      }
      if open.isEmpty || reach == Self.everything {
        let all = spanned(members) ?? reach
        return all.touching(associates(of: members, in: stored.network))
      }
      let all = Envelope.combining([reach, spanned(members)]) ?? reach
      let margin = max(
        Self.leastMargin * stored.network.coincidenceTolerance.xy,
        max(all.width, all.height) / 2
      )
      var next = Envelope.combining([all, spanned(open)?.expanded(by: margin)]) ?? all
      // An association leads to another place.
      if next == reach { next = reach.expanded(by: margin) }
      // There are no more features near the extent.
      let isStuck = stored.network.featureCount == featureCount
      featureCount = stored.network.featureCount
      reach = isStuck || number >= Self.mostReadings ? Self.everything : next
    }
    return reach
  }

  /// Throws when a controller has neither a geometry nor an association with a feature that has one, so no extent
  /// contains it.
  private func expectControllers(in network: UtilityNetwork) throws(TraceError) {
    let found = Set(
      network.subnetworkControllers.filter { $0.subnetworkName == subnetwork.name }.map(\.feature)
    )
    guard found.count < count else { return }
    throw TraceError(
      .noControllers,
      "A controller of subnetwork '\(subnetwork.name)' has neither a place nor an association with a feature "
        + "that has a place, or its row cannot be read: open the whole network to trace the subnetwork."
    )
  }

  private func associates(of members: [FeatureID], in network: UtilityNetwork) -> [Envelope] {
    members.flatMap { member in
      network.associations(of: member, kind: nil).flatMap { association in
        [association.from, association.to].compactMap { end in
          network.feature(globalID: end.globalID).flatMap { network.geometry(of: $0)?.envelope }
        }
      }
    }
  }

  /// The features that the subnetwork's trace finds in the extent, with its barriers.
  private func members(_ topology: Topology) throws(TraceError) -> [FeatureID] {
    var configuration = try topology.defaultConfiguration(
      of: .subnetwork,
      domainNetworkName: subnetwork.domainNetworkName,
      tierName: subnetwork.tierName,
      subnetworkName: subnetwork.name
    )
    configuration.includesContainers = false
    configuration.includesContent = false
    configuration.includesStructures = false
    configuration.includesBarriers = true
    configuration.filter = TraceFilter()
    configuration.output = TraceOutput()
    configuration.functions = []
    return try topology.trace(TraceParameters(.subnetwork, configuration: configuration))
      .elements.features
  }
}

extension Envelope {
  /// The smallest rectangle that holds this one and touches each of the others.
  fileprivate func touching(_ others: [Envelope]) -> Envelope {
    let corners = others.filter { !intersects($0) }.map { other in
      Envelope(
        Coordinate(
          x: Swift.min(Swift.max(center.x, other.minX), other.maxX),
          y: Swift.min(Swift.max(center.y, other.minY), other.maxY)
        )
      )
    }
    return Envelope.combining([self] + corners) ?? self
  }
}

/// A subnetwork, by the name that its controllers have in a tier.
public struct SubnetworkName: Hashable, Sendable {
  package let name: String
  package let tierName: String?
  package let domainNetworkName: String?

  /// Names a subnetwork by the name that its controllers share; without tier and domain network, it has those of the
  /// controllers.
  public init(_ name: String, tierName: String? = nil, domainNetworkName: String? = nil) {
    self.name = name
    self.tierName = tierName
    self.domainNetworkName = domainNetworkName
  }
}

extension GeoPackage {
  /// Reads the extent of a subnetwork as ``open(_:extent:strict:images:)`` reads it.
  ///
  /// All features of the subnetwork are read, and ``StoredData/edge`` encloses them: a trace of it has the same
  /// result as in the whole network, and its features can be edited. Other features in the extent are read too.
  ///
  /// - Throws: ``StoreError`` as ``open(_:strict:images:)``; `TraceError` when the subnetwork has no controller, when
  ///   several tiers have one of its name and none is given, or when it cannot be traced.
  /// - Complexity: Linear in the content of a few times the extent, and in the number of associations, objects,
  ///   devices and junctions in the file.
  public static func open(
    _ path: String,
    subnetwork: SubnetworkName,
    strict: Bool = false
  ) throws -> StoredNetwork {
    try open(path, extent: extent(of: subnetwork, in: path), strict: strict)
  }

  /// The extent of a subnetwork, in the reference system of the network: the smallest rectangle that holds all its
  /// features and touches the features that they are associated with.
  ///
  /// A session with this extent can edit the subnetwork, which is named by its controllers. Its containers, content
  /// and structures need not lie in the extent.
  ///
  /// - Throws: As ``open(_:subnetwork:strict:)``.
  /// - Complexity: As ``open(_:subnetwork:strict:)``.
  public static func extent(of subnetwork: SubnetworkName, in path: String) throws -> Envelope {
    let search = try SubnetworkSearch(subnetwork, among: controllers(in: path))
    return try search.extent { try open(path, extent: $0) }
  }

  private static func controllers(
    in path: String
  ) throws(StoreError) -> [SubnetworkSearch.Controller] {
    let file = try DatabaseFile(path)
    return try file.read(whileChecking: GeoPackageReader.checkSmallTables) { database, _ in
      var reader = try GeoPackageReader(database, isChecked: true)
      var controllers: [SubnetworkSearch.Controller] = []
      for layer in try reader.readLayers().layers {
        guard let table = try reader.schema.table(layer.name),
          let name = table.column(SubnetworkSearch.controllerColumn)?.quotedIdentifier
        else { continue }
        let shape = layer.geometryColumn.map { ", \($0.quotedIdentifier)" } ?? ""
        let rows = try Row.fetchCursor(
          database,
          sql: "SELECT \(name)\(shape) FROM \(table.name.quotedIdentifier) WHERE \(name) <> ''"
        )
        while let row = try rows.next() {
          guard let name = String.fromDatabaseValue(row[0]) else { continue }
          controllers.append(
            SubnetworkSearch.Controller(name: name, place: shape.isEmpty ? nil : place(row, layer))
          )
        }
      }
      return controllers
    }
  }

  private static func place(_ row: Row, _ layer: Layer) -> Envelope? {
    guard case .blob(let data) = (row[1] as DatabaseValue).storage else { return nil }
    let bytes = [UInt8](data)
    let read = try? GeometryBlob.straightened(bytes.span, srsID: layer.srsID, srid: layer.srid)
    return read?.geometry.envelope
  }
}
