import Foundation
import GeoSnap
import GeoSnapTestSupport

/// Random transactions of one editor on a network with any rules, most of which a commit accepts;
/// their edits follow from the network's rules: which junctions may be on which lines, and what contains what.
struct TrialEdits {
  let editor: Int
  private let seed: UInt64
  private var random: SeededGenerator
  private var serial = 0
  private let area: Envelope
  private let common: Envelope
  private let initialCount: Int
  /// For each type of line the junctions that may be on it.
  private var onLine: [AssetTypeID: [AssetTypeID]] = [:]
  private var associations: [NetworkRule] = []

  /// Edits of one of several editors: each has a part of the network in which others edit rarely.
  init(_ network: EditedNetwork, editor: Int, of count: Int, seed: UInt64) {
    self.editor = editor
    self.seed = seed
    random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(editor))
    initialCount = network.featureCount
    let extent = network.base.envelope ?? Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1)
    let width = extent.width / Double(max(count, 1))
    area = Envelope(
      minX: extent.minX + Double(editor) * width,
      minY: extent.minY,
      maxX: extent.minX + Double(editor + 1) * width,
      maxY: extent.maxY
    )
    let (middle, x, y) = (extent.center, extent.width * 0.03, extent.height * 0.03)
    common = Envelope(
      minX: middle.x - x,
      minY: middle.y - y,
      maxX: middle.x + x,
      maxY: middle.y + y
    )
    let lines = Set(network.definition.sources.filter { $0.usage == .line }.map(\.sourceID))
    for rule in network.rules {
      switch rule.kind {
      case .junctionEdge:
        let isTurned = lines.contains(rule.from.assetType.sourceID)
        let (junction, line) = isTurned ? (rule.to, rule.from) : (rule.from, rule.to)
        onLine[line.assetType, default: []].append(junction.assetType)
      case .edgeJunctionEdge: continue
      default: associations.append(rule)
      }
    }
  }

  /// The next transaction on a state; nil when the state has no features for it.
  mutating func next(_ state: NetworkState) -> NetworkTransaction? {
    serial += 1
    let network = state.network
    var name = "change"
    var edits: [NetworkEdit] = []
    switch random.below(100) {
    case 0..<20:
      let counter = Town.counter(random.below(Town.counters))
      guard let row = network.feature(globalID: counter),
        case .integer(let count) = network.attribute(Town.count, of: row)
      else { return nil }
      name = "count"
      edits = [.setAttributes(.globalID(counter), [Town.count: .integer(count + 1)])]
    case 20..<28:
      let pair = random.below(Town.pairs)
      let value = AttributeValue.integer(Int64(editor) * 1_000_000 + Int64(serial))
      name = "pair"
      edits = (0...1).map { .setAttributes(.globalID(Town.half(pair, $0)), [Town.pair: value]) }
    case 28..<48: (name, edits) = ("draw", drawing(state))
    case 48..<62: (name, edits) = ("put", putting(state))
    case 62..<74: (name, edits) = ("move", moving(state))
    case 74..<86: (name, edits) = ("delete", deleting(state))
    case 86..<95: (name, edits) = ("associate", associating(state))
    case 95..<98: (name, edits) = ("retype", retyping(state))
    default:
      (name, edits) = ("name", target(state).map { [.setOrigin($0.key, origin)] } ?? [])
    }
    if edits.isEmpty { return nil }
    return NetworkTransaction("\(name) \(seed)/\(editor)/\(serial)", edits)
  }

  mutating func below(_ bound: Int) -> Int { random.below(bound) }

  // MARK: Places

  private mutating func place() -> Coordinate {
    let envelope = random.below(10) < 7 ? area : common
    return Coordinate(
      x: envelope.minX + random.uniform() * envelope.width,
      y: envelope.minY + random.uniform() * envelope.height
    )
  }

  private mutating func hits(_ state: NetworkState) -> [FeatureID] {
    for _ in 0..<5 {
      let found = state.index.identify(IdentifyRequest(at: place(), tolerance: 60))
      if !found.isEmpty { return found.map(\.feature) }
    }
    return []
  }

  private mutating func target(_ state: NetworkState) -> (feature: FeatureID, key: FeatureKey)? {
    element(hits(state)).flatMap { feature in state.network.key(of: feature).map { (feature, $0) } }
  }

  private var origin: String { "trial/\(editor)/\(serial)" }

  private mutating func element<Element>(_ all: [Element]) -> Element? {
    all.isEmpty ? nil : all[random.below(all.count)]
  }

  private mutating func newID() -> GlobalID {
    GlobalID(high: random.next() | 1 << 63, low: random.next())
  }

  private mutating func new(_ type: AssetTypeID, _ geometry: Geometry) -> NewFeature {
    NewFeature(
      globalID: random.below(3) == 0 ? nil : newID(),
      assetGroup: type.assetGroup,
      assetType: type.assetType,
      origin: origin,
      geometry: geometry
    )
  }

  private func table(_ type: AssetTypeID, _ network: EditedNetwork) -> String? {
    network.table(sourceID: type.sourceID).map { network.base.tables[$0].name }
  }

  private mutating func near(_ place: Coordinate, _ deviation: Double) -> Coordinate {
    let x = place.x + deviation * random.gaussian()
    return Coordinate(x: x, y: place.y + deviation * random.gaussian())
  }

  /// A line near a random place that allows a junction, with a place on it.
  private mutating func line(
    _ state: NetworkState
  ) -> (key: FeatureKey, type: AssetTypeID, place: Coordinate, isVertex: Bool)? {
    let network = state.network
    let lines = hits(state).filter {
      network.assetTypeID(of: $0).map { onLine[$0] != nil } ?? false
    }
    guard let line = element(lines), let type = network.assetTypeID(of: line),
      let key = network.key(of: line), let geometry = network.geometry(of: line),
      let vertices = geometry.onlyLine
    else { return nil }
    if random.below(4) == 0, vertices.count > 0 {
      return (key, type, vertices[random.below(vertices.count)], true)
    }
    let fraction = 0.1 + 0.8 * random.uniform()
    guard let place = try? geometry.linearLocation(atFraction: fraction)?.coordinate else {
      return nil
    }
    return (key, type, place, false)
  }

  /// The edit that makes it possible to join a line at a place on it.
  private mutating func opening(_ line: FeatureKey, _ place: Coordinate) -> NetworkEdit {
    random.below(2) == 0
      ? .insertVertex(line, at: place)
      : .splitLine(line, at: [SplitPlace(place)], newIDs: random.below(2) == 0 ? [] : [newID()])
  }

  // MARK: Edits

  /// A junction on a line, which gets a vertex there or is split.
  private mutating func putting(_ state: NetworkState) -> [NetworkEdit] {
    guard let line = line(state), let type = element(onLine[line.type] ?? []),
      let table = table(type, state.network)
    else { return [] }
    let junction = NetworkEdit.insertFeature(new(type, .point(Point(line.place))), table: table)
    return (line.isVertex ? [] : [opening(line.key, line.place)]) + [junction]
  }

  /// A line drawn from a place on another, with a junction at both ends.
  private mutating func drawing(_ state: NetworkState) -> [NetworkEdit] {
    guard let line = line(state), let type = element(onLine[line.type] ?? []),
      let table = table(type, state.network)
    else { return [] }
    let drawn = onLine.keys.filter { onLine[$0]?.contains(type) == true }
      .sorted {
        ($0.sourceID, $0.assetGroup, $0.assetType) < ($1.sourceID, $1.assetGroup, $1.assetType)
      }
    guard let other = element(drawn), let end = element(onLine[other] ?? []),
      let lines = self.table(other, state.network), let ends = self.table(end, state.network)
    else { return [] }
    let away = near(line.place, 10)
    guard let shape = try? LineString([line.place, away]) else { return [] }
    return (line.isVertex ? [] : [opening(line.key, line.place)]) + [
      .insertFeature(new(type, .point(Point(line.place))), table: table),
      .insertFeature(new(other, .lineString(shape)), table: lines),
      .insertFeature(new(end, .point(Point(away))), table: ends),
    ]
  }

  private mutating func moving(_ state: NetworkState) -> [NetworkEdit] {
    guard let (feature, key) = target(state), let geometry = state.network.geometry(of: feature)
    else { return [] }
    switch geometry {
    case .point(let point):
      guard let place = point.coordinate else { return [] }
      return [.setGeometry(key, .point(Point(near(place, 3))))]
    case .lineString(let line):
      var places = Array(line.coordinates)
      guard !places.isEmpty else { return [] }
      let position = random.below(places.count)
      places[position] = near(places[position], 3)
      return (try? LineString(CoordinateSequence(places))).map {
        [.setGeometry(key, .lineString($0))]
      } ?? []
    default: return []
    }
  }

  private mutating func deleting(_ state: NetworkState) -> [NetworkEdit] {
    let network = state.network
    let own = hits(state).filter { network.origin(of: $0)?.hasPrefix("trial/") ?? false }
    let isFull = network.featureCount > initialCount * 6 / 5
    let isOwn = isFull || random.below(10) > 0
    guard let feature = element(isOwn ? own : hits(state)), let key = network.key(of: feature)
    else { return [] }
    var edits = [NetworkEdit.deleteFeature(key)]
    if isFull, let other = element(own), other != feature, let key = network.key(of: other) {
      edits.append(.deleteFeature(key))
    }
    return edits
  }

  private mutating func associating(_ state: NetworkState) -> [NetworkEdit] {
    let network = state.network
    let near = hits(state)
    if random.below(3) == 0 {
      let all = near.flatMap { network.associations(of: $0) }
      return element(all).map { [.deleteAssociation($0.globalID)] } ?? []
    }
    guard let rule = element(associations) else { return [] }
    func end(_ side: NetworkRule.Side) -> GlobalID? {
      element(near.filter { network.assetTypeID(of: $0) == side.assetType })
        .flatMap { network.globalID(of: $0) }
    }
    guard let from = end(rule.from), let to = end(rule.to), from != to else { return [] }
    let kinds: [NetworkRuleKind: AssociationKind] = [
      .containment: .containment, .attachment: .attachment,
    ]
    let association = NewAssociation(
      globalID: random.below(2) == 0 ? nil : newID(),
      kind: kinds[rule.kind] ?? .connectivity,
      from: .init(from, terminalID: rule.from.terminalID),
      to: .init(to, terminalID: rule.to.terminalID)
    )
    return [.insertAssociation(association)]
  }

  private mutating func retyping(_ state: NetworkState) -> [NetworkEdit] {
    let network = state.network
    guard let (feature, key) = target(state), let type = network.assetTypeID(of: feature),
      let source = network.definition.sources.first(where: { $0.sourceID == type.sourceID }),
      let group = element(source.assetGroups), let other = element(group.assetTypes)
    else { return [] }
    return [.setAssetType(key, assetGroup: group.code, assetType: other.code)]
  }
}
