import Foundation
package import GeoSnap
package import GeoSnapTool
import Synchronization

/// The network as it is at one moment, with what is made of it once for all who ask.
package final class NetworkMoment: Sendable {
  package let open: OpenNetwork
  package let revision: UInt64
  /// The square of the moment before, if it was drawn.
  private let formerSquare: MapSquare?

  private struct Made {
    var drawing: Drawing?
    var counts: [Int]?
    var tiles: [TileAddress: [UInt8]] = [:]
    var tileBytes = 0
    var snappers: [[String]: PreparedSnapper] = [:]
    var reaches: [Int: TableReach] = [:]
  }

  private let made = Mutex(Made())
  /// So many bytes of tiles are kept, with what keeping one takes: most tiles of a map are empty.
  private static let tileLimit = 64 << 20
  private static let tileCost = 128
  /// So many snappers are kept: one for each asset type that somebody draws just now.
  private static let snapperLimit = 64

  package init(open: OpenNetwork, revision: UInt64, after former: NetworkMoment? = nil) {
    self.open = open
    self.revision = revision
    formerSquare = former.flatMap { former in
      former.made.withLock { $0.drawing?.square } ?? former.formerSquare
    }
  }

  /// How the network is drawn.
  package func drawing() throws -> Drawing {
    if let drawing = made.withLock({ $0.drawing }) { return drawing }
    let drawing = Drawing(try open.index(), square: formerSquare)
    return made.withLock { made in
      let first = made.drawing ?? drawing
      made.drawing = first
      return first
    }
  }

  /// How many features each layer has: counted once.
  func layerCounts() throws -> [Int] {
    if let counts = made.withLock({ $0.counts }) { return counts }
    let counts = try drawing().counts()
    made.withLock { $0.counts = counts }
    return counts
  }

  /// What the tiles that are kept cost.
  package var tileCosts: Int { made.withLock { $0.tileBytes } }

  /// A tile of the map.
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

  /// Where the features of a table lie: looked through once.
  package func reach(of table: Int) -> TableReach {
    if let known = made.withLock({ $0.reaches[table] }) { return known }
    let reach = TableReach(of: table, in: open.network)
    made.withLock { $0.reaches[table] = reach }
    return reach
  }

  /// A snapper by options of `geosnap snap`: made once for those who ask alike.
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

/// Where the features of a table lie.
package struct TableReach: Sendable {
  /// Around all that have a geometry.
  package private(set) var envelope: Envelope?
  /// Those that have none, in order.
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

/// The network that is served: as it is now, and taken over anew when somebody has written to it.
package final class ServedNetwork: Sendable {
  private let handle: NetworkHandle
  private let moment: Mutex<NetworkMoment>
  // Browsers keep tiles by their revision: no two runs of a service have one in common.
  private let start = UInt64(max(0, Date().timeIntervalSince1970) * 1000)

  init(_ handle: NetworkHandle) {
    self.handle = handle
    let (open, revision) = handle.asked
    moment = Mutex(NetworkMoment(open: open, revision: start + revision))
  }

  /// The network as it is now.
  package var now: NetworkMoment { moment.withLock { $0 } }

  /// Takes over what was written.
  ///
  /// - Returns: Whether the network has become another one since it was last told.
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
