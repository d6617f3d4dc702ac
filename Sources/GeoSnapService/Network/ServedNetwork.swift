import Foundation
package import GeoSnap
package import GeoSnapTool
import Synchronization

/// The network at one revision, with data that is computed once for all requests.
package final class NetworkMoment: Sendable {
  package let open: OpenNetwork
  package let revision: UInt64
  /// The square of the previous moment, if it was drawn.
  private let formerSquare: MapSquare?

  private struct Cache {
    var drawing: Drawing?
    var counts: [Int]?
    var tiles: [TileAddress: [UInt8]] = [:]
    var tileBytes = 0
    var snappers: [[String]: PreparedSnapper] = [:]
    var reaches: [Int: TableReach] = [:]
  }

  private let made = Mutex(Cache())
  /// The limit of cached tiles in bytes, and the overhead of a tile, since most tiles of a map are empty.
  private static let tileLimit = 64 << 20
  private static let tileCost = 128
  /// The limit of cached snappers: one for each asset type that a user is drawing.
  private static let snapperLimit = 64

  package init(open: OpenNetwork, revision: UInt64, after former: NetworkMoment? = nil) {
    self.open = open
    self.revision = revision
    formerSquare = former.flatMap { former in
      former.made.withLock { $0.drawing?.square } ?? former.formerSquare
    }
  }

  package func drawing() throws -> Drawing {
    if let drawing = made.withLock({ $0.drawing }) { return drawing }
    let drawing = Drawing(try open.index(), square: formerSquare)
    return made.withLock { made in
      let first = made.drawing ?? drawing
      made.drawing = first
      return first
    }
  }

  /// The number of features in each layer; counted once.
  func layerCounts() throws -> [Int] {
    if let counts = made.withLock({ $0.counts }) { return counts }
    let counts = try drawing().counts()
    made.withLock { $0.counts = counts }
    return counts
  }

  package var tileCosts: Int { made.withLock { $0.tileBytes } }

  package func tile(_ address: TileAddress) throws -> [UInt8] {
    if let known = made.withLock({ $0.tiles[address] }) { return known }
    let bytes = try drawing().tile(address)
    made.withLock { made in
      let cost = bytes.count + NetworkMoment.tileCost
      if made.tileBytes + cost > NetworkMoment.tileLimit {
        made.tiles = [:]
        made.tileBytes = 0
      }
      if made.tiles.updateValue(bytes, forKey: address) == nil { made.tileBytes += cost }
    }
    return bytes
  }

  /// The extent of the features of a table; computed once.
  package func reach(of table: Int) -> TableReach {
    if let known = made.withLock({ $0.reaches[table] }) { return known }
    let reach = TableReach(of: table, in: open.network)
    made.withLock { $0.reaches[table] = reach }
    return reach
  }

  /// A snapper for options of `geosnap snap`, shared by requests with the same options.
  func snapper(_ words: [String]) throws(Failure) -> PreparedSnapper {
    if let known = made.withLock({ $0.snappers[words] }) { return known }
    let snapper = try open.snapper(words)
    made.withLock { made in
      if made.snappers.count >= NetworkMoment.snapperLimit { made.snappers = [:] }
      made.snappers[words] = snapper
    }
    return snapper
  }
}

/// The extent of the features of a table.
package struct TableReach: Sendable {
  /// The envelope of all features with a geometry.
  package private(set) var envelope: Envelope?
  /// The features without a geometry, in order.
  private(set) var withoutGeometry: [FeatureID] = []

  package init(of table: Int, in network: EditedNetwork) {
    for feature in network.features(table: table) {
      guard let own = network.geometry(of: feature)?.envelope else {
        withoutGeometry.append(feature)
        continue
      }
      envelope = envelope.map { $0.union(own) } ?? own
    }
  }
}

/// The served network, which is updated after changes of other programs.
package final class ServedNetwork: Sendable {
  private let handle: NetworkHandle
  private let moment: Mutex<NetworkMoment>
  // Browsers cache tiles by revision, so two runs of a service must not share revisions.
  private let start = UInt64(max(0, Date().timeIntervalSince1970) * 1000)

  init(_ handle: NetworkHandle) {
    self.handle = handle
    let (open, revision) = handle.asked
    moment = Mutex(NetworkMoment(open: open, revision: start + revision))
  }

  /// The current network.
  package var now: NetworkMoment { moment.withLock { $0 } }

  /// Takes over changes in the file or database.
  ///
  /// - Returns: Whether the network has changed since the last call.
  /// - Throws: ``Failure`` when it cannot be read.
  func refresh() throws(Failure) -> Bool {
    _ = try handle.refresh()
    let (open, revision) = handle.asked
    return moment.withLock { moment in
      guard start + revision > moment.revision else { return false }
      moment = NetworkMoment(open: open, revision: start + revision, after: moment)
      return true
    }
  }
}
