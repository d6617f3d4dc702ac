import GeoSnap
import GeoSnapTestSupport

/// What calls are made on, and what they are given: right and wrong, of this network and of others.
struct TrapGround {
  let states: [NetworkState]
  private let commits: [NetworkCommit]
  private let features: [FeatureID]
  private let assetTypes: [AssetTypeID]
  private let globalIDs: [GlobalID]
  private let places: [RandomPlaces]
  private let shapes: [Geometry]
  var dice: SeededGenerator

  init(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    var networks = [try GasFixture.network()]
    for size in [12, 40] {
      networks.append(try RandomConnectedNetwork(size: size, using: &dice).network())
    }
    networks.append(try RandomNetwork.make(size: 30, using: &dice))
    networks.append(try UtilityNetwork(definition: NetworkDefinition(), srid: nil, tables: []))
    var states: [NetworkState] = []
    var commits: [NetworkCommit] = []
    for network in networks {
      var state = try NetworkState(network)
      states.append(state)
      guard !network.tables.isEmpty else { continue }
      var edits = RandomEdits(network)
      for _ in 0..<6 {
        guard let edit = try? edits.next(state.network, &dice),
          let commit = try? state.network.committing(NetworkTransaction("edit", [edit]))
        else { continue }
        try state.apply(commit)
        commits.append(commit)
      }
      states.append(state)
    }
    self.states = states
    self.commits = commits
    let all = states.map(\.network)
    features = all.flatMap(\.features)
    globalIDs = all.flatMap { network in network.features.compactMap { network.globalID(of: $0) } }
    assetTypes = all.flatMap { network in
      network.definition.sources.flatMap { source in
        source.assetGroups.flatMap { group in
          group.assetTypes.map {
            AssetTypeID(sourceID: source.sourceID, assetGroup: group.code, assetType: $0.code)
          }
        }
      }
    }
    places = networks.filter { !$0.geometries.compactMap(\.self).isEmpty }.map { RandomPlaces($0) }
    shapes = networks.flatMap(\.geometries).compactMap(\.self)
    self.dice = dice
  }

  // MARK: Dice

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[dice.int(0...elements.count - 1)]
  }

  mutating func state() -> NetworkState { pick(states) }

  /// Now and then nil.
  mutating func maybe<Value>(_ value: Value) -> Value? { dice.oneIn(3) ? nil : value }

  /// A small number, or one that no array has room for.
  mutating func integer() -> Int {
    switch dice.int(0...9) {
    case 0...5: dice.int(-2...6)
    case 6: dice.int(-300...300)
    case 7: pick([.min, .max, Int(Int32.max), Int(Int32.min), 1 << 31, -1 << 40])
    default: dice.int(0...60)
    }
  }

  /// A distance, a share, a scale: mostly sensible.
  mutating func number() -> Double {
    switch dice.int(0...11) {
    case 0...4: dice.double(0...5)
    case 5: dice.double(0...1)
    case 6: dice.double(-200...200)
    case 7: pick([0, -0.0, 1, -1, 1e-300, 1e300, -1e300, 1e151, .ulpOfOne])
    case 8: pick([.nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
    default: dice.double(0...40)
    }
  }

  mutating func place() -> Coordinate {
    if dice.oneIn(8) { return Coordinate(x: number(), y: number()) }
    let source = pick(places)
    return switch dice.int(0...2) {
    case 0: source.anywhere(using: &dice)
    case 1: source.tie(using: &dice)
    default: source.near(within: 2, using: &dice)
    }
  }

  mutating func envelope() -> Envelope {
    let (one, other) = (place(), place())
    return Envelope(minX: one.x, minY: one.y, maxX: other.x, maxY: other.y)
  }

  /// A feature of some network, or an identifier that none has.
  mutating func feature() -> FeatureID {
    dice.oneIn(5) ? FeatureID(table: integer(), row: integer()) : pick(features)
  }

  mutating func assetType() -> AssetTypeID {
    dice.oneIn(5)
      ? AssetTypeID(integer(), integer(), integer())
      : pick(assetTypes)
  }

  mutating func globalID() -> GlobalID {
    dice.oneIn(6) ? GlobalID(high: dice.next(), low: dice.next()) : pick(globalIDs)
  }

  mutating func key() -> FeatureKey {
    dice.oneIn(3) ? .row(table: word(), rowID: Int64(integer())) : .globalID(globalID())
  }

  mutating func role() -> SnapRole { pick(SnapRole.allCases) }

  mutating func commit() -> NetworkCommit { pick(commits) }

  /// Names of tables, fields, types and tiers, and what is none.
  mutating func word() -> String {
    pick([
      "", "PipelineDevice", "pipelineline", "PipelineJunction/Fitting/Tap", "NAME", "Main",
      "10/1/1",
      "survey_points", "fences", "Length", "category = Isolating", "add(Length)", "a = ", "/", "//",
      "Table 1", "Device", "Line", "Junction", "origin/1", "pipe/0", "\u{0}", "ÄÖ/ß", "'", "Supply",
    ])
  }

  mutating func value() -> AttributeValue {
    switch dice.int(0...4) {
    case 0: .null
    case 1: .integer(Int64(integer()))
    case 2: .real(number())
    case 3: .blob([1, 2])
    default: .text(word())
    }
  }

  /// A shape of some network, or a made-up one.
  mutating func geometry() -> Geometry {
    let made: Geometry? =
      switch dice.int(0...7) {
      case 0: .point(Point(place()))
      case 1: (try? LineString([place(), place()])).map { .lineString($0) }
      case 2: (try? LineString([place(), place(), place()])).map { .lineString($0) }
      case 3: .point(Point(x: number(), y: number()))
      case 4: try? Geometry(wkt: "POLYGON EMPTY")
      default: nil
      }
    return made ?? pick(shapes)
  }

  mutating func edit() -> NetworkEdit {
    switch dice.int(0...10) {
    case 0, 1: .insertFeature(newFeature(), table: word())
    case 2: .setGeometry(key(), maybe(geometry()))
    case 3: .setAttributes(key(), [word(): value()])
    case 4: .setAssetType(key(), assetGroup: integer(), assetType: integer())
    case 5: .setOrigin(key(), maybe(word()))
    case 6: .insertVertex(key(), at: place())
    case 7:
      .splitLine(
        key(),
        at: [SplitPlace(place(), terminalBefore: maybe(integer()), terminalAfter: nil)]
      )
    case 8: .mergeLines(key(), with: key())
    case 9: .deleteFeature(key())
    default:
      .insertAssociation(
        NewAssociation(
          kind: pick(AssociationKind.allCases),
          from: .init(globalID(), terminalID: maybe(integer())),
          to: .init(globalID(), terminalID: maybe(integer())),
          fractionAlongEdge: maybe(number())
        )
      )
    }
  }

  mutating func newFeature() -> NewFeature {
    NewFeature(
      rowID: dice.oneIn(6) ? Int64(integer()) : nil,
      globalID: dice.oneIn(6) ? globalID() : nil,
      assetGroup: integer(),
      assetType: integer(),
      geometry: maybe(geometry()),
      attributes: dice.oneIn(3) ? [word(): value()] : [:]
    )
  }

  mutating func location() -> TraceLocation {
    TraceLocation(
      feature(),
      terminalID: dice.oneIn(4) ? integer() : nil,
      fractionAlongEdge: dice.oneIn(3) ? number() : nil
    )
  }

  mutating func tolerance() -> SnapTolerance {
    dice.oneIn(3) ? .pixels(number()) : .mapUnits(number())
  }

  mutating func view() -> SnapView? {
    dice.oneIn(3)
      ? nil
      : dice.oneIn(2)
        ? SnapView(scale: number(), metresPerUnit: number()) : SnapView(unitsPerPixel: number())
  }
}
