import Foundation
package import GeoSnap
package import GeoSnapTool
import Synchronization

/// The network at one revision, with data that is computed once for all requests.
package final class NetworkMoment: Sendable {
  package let open: OpenNetwork
  package let revision: UInt64
  private let formerSquare: MapSquare?

  private struct Cache {
    var tiledMap: TiledMap?
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
      former.made.withLock { $0.tiledMap?.square } ?? former.formerSquare
    }
  }

  package func tiledMap() throws -> TiledMap {
    if let tiledMap = made.withLock({ $0.tiledMap }) { return tiledMap }
    let tiledMap = TiledMap(try open.index(), square: formerSquare)
    return made.withLock { made in
      let first = made.tiledMap ?? tiledMap
      made.tiledMap = first
      return first
    }
  }

  func layerCounts() throws -> [Int] {
    if let counts = made.withLock({ $0.counts }) { return counts }
    let counts = try tiledMap().counts()
    made.withLock { $0.counts = counts }
    return counts
  }

  package var tileCosts: Int { made.withLock { $0.tileBytes } }

  package func tile(_ address: TileAddress) throws -> [UInt8] {
    if let known = made.withLock({ $0.tiles[address] }) { return known }
    let bytes = try tiledMap().tile(address)
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

  package func reach(of table: Int) -> TableReach {
    if let known = made.withLock({ $0.reaches[table] }) { return known }
    let reach = TableReach(of: table, in: open.network)
    made.withLock { $0.reaches[table] = reach }
    return reach
  }

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

package struct TableReach: Sendable {
  package private(set) var envelope: Envelope?
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

  package var now: NetworkMoment { moment.withLock { $0 } }

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

enum CommitEvent: Sendable {
  /// The listener is registered, and the network has this revision.
  case listening(revision: UInt64)
  /// The network has changed. The name is the transaction's; nil for changes of other programs.
  case commit(revision: UInt64, name: String?)

  var bytes: [UInt8] {
    switch self {
    case .listening(let revision):
      CommitEvent.bytes("listening", ["revision": .integer(Int(clamping: revision))])
    case .commit(let revision, let name):
      CommitEvent.bytes(
        "commit",
        ["revision": .integer(Int(clamping: revision)), "name": JSONValue(name)]
      )
    }
  }

  private static func bytes(_ event: String, _ data: [String: JSONValue]) -> [UInt8] {
    Array("event: \(event)\ndata: ".utf8) + JSONValue.object(data).bytes + Array("\n\n".utf8)
  }
}

final class CommitEvents: Sendable {
  private struct State {
    var listeners: [Int: AsyncThrowingStream<[UInt8], any Error>.Continuation] = [:]
    var next = 0
  }

  private let state = Mutex(State())
  private static let most = 256

  func tell(_ event: CommitEvent) { send(event.bytes) }

  /// Sends a comment line to all listeners, to detect closed connections.
  func tick() { send(Array(": still here\n\n".utf8)) }

  private func send(_ bytes: [UInt8]) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield(bytes) }
  }

  func end() {
    let listeners = state.withLock { state in
      let all = Array(state.listeners.values)
      state.listeners = [:]
      return all
    }
    for listener in listeners { listener.finish() }
  }

  /// Registers a listener and returns its stream, which begins with the network's revision.
  ///
  /// `revision` is read after the registration, so no commit is missed.
  func listen(
    at revision: () -> UInt64
  ) throws(ServiceRefusal) -> AsyncThrowingStream<[UInt8], any Error> {
    // A slow listener gets only the newest events.
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: [UInt8].self,
      throwing: (any Error).self,
      bufferingPolicy: .bufferingNewest(64)
    )
    let number = state.withLock { state -> Int? in
      guard state.listeners.count < CommitEvents.most else { return nil }
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    guard let number else {
      throw .busy("Too many clients are listening: try again later.", retryAfter: 10)
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    continuation.yield(CommitEvent.listening(revision: revision()).bytes)
    return stream
  }
}
