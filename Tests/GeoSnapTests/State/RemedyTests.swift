import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("What explain says and what an edit does agree")
struct RemedyTests {
  /// A random network without faults, and an asset type to edit there.
  private struct Ground {
    let state: NetworkState
    let snapper: Snapper
    let type: AssetTypeID
    var dice: SeededGenerator

    init?(_ seed: UInt64) throws {
      dice = SeededGenerator(seed: seed)
      let random = try RandomConnectedNetwork(size: 80, using: &dice).network()
      let network = try random.with(associations: [])
      // An edit that touches a fault is refused for that.
      let session = try MemorySession(NetworkState(network))
      while true {
        let state = session.state
        let errors = NetworkValidation(state.topology, state.index.features).errors
        if errors.isEmpty { break }
        var hasDeleted = false
        for key in errors.flatMap(\.features).compactMap({ state.network.key(of: $0) }) {
          if (try? session.commit(NetworkTransaction("", [.deleteFeature(key)]))) != nil {
            hasDeleted = true
          }
        }
        // What cannot be deleted stays faulty.
        if !hasDeleted { return nil }
      }
      state = session.state
      let types = network.definition.domainNetworks.flatMap(\.sources)
        .filter { [.line, .device, .junction].contains($0.usage) }.flatMap(\.assetTypes)
      guard let type = types.randomElement(using: &dice) else { return nil }
      self.type = type
      let rules = try SnapRules(for: type, in: network)
      var settings = SnapSettings()
      settings.isEnabled = true
      settings.syncSourceSettings(with: network, rules: rules, enabling: .setFromRules)
      snapper = Snapper(state.scene, settings: settings, rules: rules)
    }

    mutating func place() -> Coordinate? {
      let lines = state.network.base.tables.indices.flatMap { state.network.features(table: $0) }
        .compactMap { state.network.geometry(of: $0) }
        .filter { $0.type.dimension == 1 && $0.coordinates.count > 1 }
      guard let line = lines.randomElement(using: &dice) else { return nil }
      let path = Array(line.coordinates)
      let start = dice.int(0...path.count - 2)
      let share = dice.oneIn(3) ? 0 : dice.double(0...1)
      let (one, other) = (path[start], path[start + 1])
      return Coordinate(one.x + share * (other.x - one.x), one.y + share * (other.y - one.y))
    }

    /// Draws a feature with an end at a place; the other end of a line is where nothing is.
    func draw(
      _ type: AssetTypeID,
      at place: Coordinate,
      on draft: inout NetworkDraft,
      splitsLines: Bool = true
    ) throws {
      let network = state.network.base
      let table = network.tables.first { $0.sourceID == type.sourceID }
      let away = Coordinate(x: place.x + 1000.25, y: place.y + 777.125)
      let geometry: Geometry =
        network.assetType(type)?.source.usage == .line
        ? .lineString(try LineString([place, away])) : .point(Point(place))
      let new = NewFeature(type, geometry)
      try draft.draw(new, in: table?.name ?? "", splitsLines: splitsLines)
    }
  }

  @Test(
    "A place that explain refuses by the rules, an edit refuses",
    arguments: seeds(Extent.count(40, long: 400, full: 4_000))
  )
  func refusals(seed: UInt64) throws {
    guard var ground = try Ground(seed) else { return }
    let tolerance = ground.state.network.base.coincidenceTolerance.xy
    for _ in 0..<5 {
      guard let place = ground.place() else { return }
      let answer = try ground.snapper.explain(at: place, tolerance: tolerance)
      let reasons = answer.refused.map(\.reason)
      guard answer.match == nil,
        let reason = reasons.first(where: {
          [.needsJunction, .noRule, .endVertexOnly, .junctionOnJunction].contains($0)
        })
      else { continue }
      #expect(throws: TransactionError.self, "seed \(seed): \(reason) at \(place)") {
        var draft = NetworkDraft(ground.state)
        try ground.draw(ground.type, at: place, on: &draft, splitsLines: false)
      }
    }
  }

  @Test("What a remedy proposes can be done")
  func remedies() throws {
    let limit: UInt64 = Extent.count(40, long: 400, full: 4_000)
    let first = ProcessInfo.processInfo.environment["GEOSNAP_SEED"].flatMap { UInt64($0) } ?? 1
    let count = try (first..<first + limit).reduce(0 as UInt64) { try $0 + carriedOut(seed: $1) }
    print("RemedyTests: seeds from \(first), \(limit) networks, \(count) remedies carried out")
    #expect(count > limit / 2, "\(count) of \(limit)")
  }

  private func carriedOut(seed: UInt64) throws -> UInt64 {
    guard var ground = try Ground(seed) else { return 0 }
    var count: UInt64 = 0
    for _ in 0..<5 {
      guard let place = ground.place() else { break }
      for refusal in try ground.snapper.explain(at: place, tolerance: 0.3).refused {
        let location = refusal.place.location
        var draft = NetworkDraft(ground.state)
        do {
          switch refusal.remedy {
          case .placeJunction(let types):
            guard let first = types.first else { continue }
            try ground.draw(first, at: location, on: &draft)
          case .changeJunction(let types):
            guard case .feature(let standing)? = refusal.companion, let first = types.first,
              let key = ground.state.network.key(of: standing)
            else {
              Issue.record("seed \(seed): nothing stands at \(location)")
              continue
            }
            try draft.add([
              .setAssetType(key, assetGroup: first.assetGroup, assetType: first.assetType)
            ])
          case .useJunction: break
          default: continue
          }
          var standing: Coordinate?
          if case .feature(let feature)? = refusal.companion {
            standing = ground.state.network.geometry(of: feature)?.coordinates.first
          }
          try ground.draw(ground.type, at: standing ?? location, on: &draft)
          count += 1
        } catch { Issue.record("seed \(seed): \(refusal.remedy) at \(location): \(error)") }
      }
    }
    return count
  }
}
