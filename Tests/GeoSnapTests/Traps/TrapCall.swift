import GeoSnap
import GeoSnapTestSupport

/// A public entry of the library, called with what the dice give.
struct TrapCall: Sendable {
  let name: String
  /// Answers and errors are both right; a trap is not.
  let run: @Sendable (inout TrapGround) throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (inout TrapGround) throws -> Void) {
    self.name = name
    self.run = run
  }

  static func topology(
    _ name: String,
    _ run: @escaping @Sendable (Topology, inout TrapGround) throws -> Void
  ) -> TrapCall { TrapCall(name) { try run($0.state().topology, &$0) } }

  static func index(
    _ name: String,
    _ run: @escaping @Sendable (NetworkIndex, inout TrapGround) throws -> Void
  ) -> TrapCall { TrapCall(name) { try run($0.state().index, &$0) } }

  static func definition(
    _ name: String,
    _ run: @escaping @Sendable (NetworkDefinition, inout TrapGround) throws -> Void
  ) -> TrapCall { TrapCall(name) { try run($0.state().network.definition, &$0) } }

  static let all = reading + finding + snapping + editing + drafting + tracing + making
}

// MARK: Reading

extension TrapCall {
  private static func read(_ network: some NetworkReading, _ ground: inout TrapGround) {
    let feature = ground.feature()
    _ = network.contains(feature)
    _ = network.globalID(of: feature)
    _ = network.rowID(of: feature)
    _ = network.origin(of: feature)
    _ = network.geometry(of: feature)
    _ = network.assetType(of: feature)
    _ = network.assetTypeID(of: feature)
    _ = network.attribute(ground.integer(), of: feature)
    _ = network.associations(of: feature, kind: ground.maybe(ground.pick(AssociationKind.allCases)))
    _ = network.describe(feature)
    _ = network.key(of: feature)
    _ = network.identifier(of: feature)
    _ = network.name(of: feature)
    _ = network.attributes(of: feature)
    _ = network[feature, ground.word()]
    _ = network.codedName(of: ground.word(), of: feature)
    _ = network.describe(ground.assetType())
    _ = network.features(table: ground.integer())
    _ = network.features(ofAssetType: ground.assetType())
    _ = network.features(where: ground.word()) { $0 == .null }
    _ = network.feature(globalID: ground.globalID())
    _ = network.feature(ground.key())
    _ = network.doubt(about: ground.place())
  }

  static let reading: [TrapCall] = [
    TrapCall("UtilityNetwork") { ground in
      let network = ground.state().network.base
      read(network, &ground)
      _ = network.ordinal(of: ground.feature())
      _ = network.features(origin: ground.word())
      _ = network.table(sourceID: ground.integer())
      _ = network.nameField(table: ground.integer())
      _ = network.assetType(ground.assetType())
    },
    TrapCall("EditedNetwork") { ground in
      let network = ground.state().network
      read(network, &ground)
      let feature = ground.feature()
      _ = network.ordinal(of: feature)
      _ = network.feature(feature)
      _ = network.isDeleted(feature)
      _ = network.isChanged(feature)
      _ = network.attribute(ground.word(), of: feature)
      _ = network.feature(table: ground.integer(), rowID: Int64(ground.integer()))
      _ = network.featureCount(table: ground.integer())
      _ = network.rowCount(table: ground.integer())
      _ = network.table(named: ground.word())
      _ = network.association(globalID: ground.globalID())
      _ = network.association(at: Int32(clamping: ground.integer()))
      _ = network.features(origin: ground.word())
    },
    definition("NetworkDefinition") { definition, ground in
      _ = definition.assetTypes(path: ground.word())
      _ = definition.domainNetwork(named: ground.word())
      _ = definition.domainNetwork(ofSource: ground.integer())
      _ = definition.domainNetworks.map { $0.tier(named: ground.word()) }
      _ = try definition.assetType(path: ground.word())
    },
    definition("TraceCondition(parsing:)") { definition, ground in
      _ = try TraceCondition(parsing: ground.word(), in: definition)
    },
    definition("TraceFunction(parsing:)") { definition, ground in
      _ = try TraceFunction(parsing: ground.word(), in: definition)
    },
  ]
}

// MARK: Finding

extension TrapCall {
  static let finding: [TrapCall] = [
    index("identify") { index, ground in
      let request = IdentifyRequest(
        at: ground.place(),
        tolerance: ground.number(),
        sources: ground.maybe([ground.word()]),
        limitPerSource: ground.maybe(ground.integer()),
        limit: ground.maybe(ground.integer()),
        layerOrder: ground.maybe([ground.word(), ground.word()])
      )
      _ = index.identify(request)
      let answers = index.identify(atEach: [ground.place(), ground.place()], as: request)
      _ = answers[0]
    },
    index("containerView") { index, ground in
      let reach = ground.number()
      let margin: ContainerMargin = ground.dice.oneIn(2) ? .share(reach) : .distance(reach)
      _ = index.containerView(of: ground.feature(), margin: margin)
    },
    index("associations(in:)") { index, ground in
      _ = index.associations(in: ground.envelope())
    },
    TrapCall("FeatureIndex") { ground in
      let features = ground.state().index.features
      let place = ground.place()
      let distance = ground.number()
      _ = features.hits(at: place, within: distance)
      _ = features.nearest(to: place, count: ground.integer(), within: distance)
      _ = features.nearestSegment(to: place, within: distance)
      _ = features.nearestVertex(to: place, within: distance)
      _ = features.nearestSegments(to: place, count: ground.integer(), within: distance)
      _ = features.features(intersecting: ground.envelope())
      _ = features.segments(intersecting: ground.envelope())
      features.forEachSegment(within: distance, of: place) { _ in }
      features.forEachVertex(within: distance, of: place) { _ in }
      features.forEachPair(within: min(distance, 1)) { _ in }
    },
    TrapCall("FeatureIndex(_:)") { ground in
      var index = try FeatureIndex([ground.geometry(), nil, ground.geometry()])
      try index.insert(Int32(clamping: ground.integer()), at: ground.geometry())
      try index.remove(Int32(clamping: ground.integer()), at: ground.geometry())
    },
    TrapCall("PackedRTree") { ground in
      let tree = try PackedRTree([ground.envelope(), ground.envelope()])
      _ = tree.items(within: ground.number(), of: ground.place())
      _ = tree.items(intersecting: ground.envelope())
    },
    TrapCall("NetworkIndex.apply") { ground in
      var index = ground.state().index
      try index.apply(ground.commit())
    },
    TrapCall("NetworkState.apply") { ground in
      var state = ground.state()
      try state.apply(ground.commit())
    },
  ]
}
