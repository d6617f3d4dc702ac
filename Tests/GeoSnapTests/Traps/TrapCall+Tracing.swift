import GeoSnap
import GeoSnapTestSupport

extension TrapCall {
  private static func configuration(_ ground: inout TrapGround) -> TraceConfiguration? {
    if ground.dice.oneIn(2) { return nil }
    var configuration = TraceConfiguration()
    configuration.tierName = ground.maybe(ground.word())
    configuration.domainNetworkName = ground.maybe(ground.word())
    configuration.subnetworkName = ground.maybe(ground.word())
    configuration.shortestPathAttributeName = ground.maybe(ground.word())
    configuration.functions = [TraceFunction(.add, of: ground.word())]
    configuration.includesContainers = ground.dice.oneIn(2)
    configuration.includesIsolatedFeatures = ground.dice.oneIn(2)
    return configuration
  }

  private static func assumptions(_ ground: inout TrapGround) -> TraceAssumptions {
    TraceAssumptions(
      values: ground.dice.oneIn(3) ? [.init(ground.feature(), ground.word(), nil)] : [],
      blocked: ground.dice.oneIn(3) ? [ground.feature()] : [],
      unblocked: ground.dice.oneIn(3) ? [ground.feature()] : []
    )
  }

  static let tracing: [TrapCall] = [
    topology("trace") { topology, ground in
      var parameters = TraceParameters(
        ground.pick(TraceType.allCases),
        from: [ground.location(), ground.location()],
        barriers: ground.dice.oneIn(3) ? [ground.location()] : [],
        filterBarriers: ground.dice.oneIn(3) ? [ground.location()] : [],
        configuration: configuration(&ground)
      )
      parameters.assumptions = assumptions(&ground)
      parameters.tellsDeadEnds = ground.dice.oneIn(2)
      parameters.propagatedAttributeNames = ground.dice.oneIn(4) ? [ground.word()] : []
      let result = try topology.trace(parameters)
      for stop in result.stops { _ = topology.network.describe(stop) }
      for element in result.elements { _ = topology.network.describe(element) }
      _ = try result.elements.aggregatedGeometry()
    },
    topology("trace from one feature") { topology, ground in
      let start = TraceLocation(ground.feature())
      _ = try topology.trace(TraceParameters(ground.pick(TraceType.allCases), from: [start]))
    },
    topology("why") { topology, ground in
      _ = try topology.why(
        from: ground.location(),
        to: ground.location(),
        configuration: configuration(&ground),
        assuming: assumptions(&ground)
      )
    },
    topology("distances") { topology, ground in
      _ = try topology.distances(
        from: [ground.location()],
        cost: ground.word(),
        configuration: configuration(&ground),
        assuming: assumptions(&ground)
      )
    },
    topology("isolationSegments") { topology, ground in
      _ = topology.suggestedIsolationFilter(from: [ground.location()])
      _ = try topology.isolationSegments(assuming: assumptions(&ground))
    },
    topology("subnetworks") { topology, ground in
      _ = try topology.subnetworks(
        ofTier: ground.maybe(ground.word()),
        assuming: assumptions(&ground),
        threads: ground.maybe(min(ground.integer(), 4))
      )
    },
    TrapCall("subnetworkLabels") { ground in
      let labels = try ground.state().topology.subnetworkLabels(threads: 1)
      _ = labels.subnetworks(of: ground.feature())
      let others = try ground.state().topology.subnetworkLabels(threads: 1)
      for subnetwork in others.subnetworks { _ = labels.members(of: subnetwork) }
      _ = try labels.mended(after: ground.commit(), to: ground.state().topology, threads: 1)
      _ = try labels.disconnected(fromTier: ground.maybe(ground.word()))
    },
    topology("contracted") { topology, ground in
      _ = try topology.contracted(assuming: assumptions(&ground))
    },
    topology("defaultConfiguration") { topology, ground in
      _ = try topology.defaultConfiguration(
        of: ground.pick(TraceType.allCases),
        from: [ground.location()],
        domainNetworkName: ground.maybe(ground.word()),
        tierName: ground.maybe(ground.word())
      )
    },
    topology("traceLocation") { topology, ground in
      _ = try? topology.traceLocations(on: ground.feature(), closestTo: ground.place())
      _ = try topology.traceLocation(
        on: ground.feature(),
        closestTo: ground.place(),
        tolerance: ground.pick([.betweenEnds, .unlimited, .within(ground.number())])
      )
    },
    topology("Topology") { topology, ground in
      let feature = ground.feature()
      _ = topology.takesPart(feature)
      _ = topology.nodes(of: feature)
      _ = topology.edges(of: feature)
      _ = topology.terminals(of: feature)
      let number = ground.integer()
      _ = topology.hasNode(number)
      _ = topology.hasEdge(number)
      _ = topology.feature(ofNode: number)
      _ = topology.feature(ofEdge: number)
      _ = topology.terminal(ofNode: number)
      _ = topology.association(ofEdge: number)
      _ = topology.network.describe(ground.location())
    },
    TrapCall("Topology.apply") { ground in
      var topology = ground.state().topology
      try topology.apply(ground.commit())
    },
    TrapCall("NetworkValidation") { ground in
      let state = ground.state()
      let validation = NetworkValidation(state.topology, state.index.features)
      _ = validation.status(of: ground.feature())
      _ = validation.errors(of: ground.feature())
      let network = ground.state().network
      for error in validation.errors.prefix(20) {
        _ = network.describe(error)
        _ = network.remedy(of: error)
      }
    },
  ]

  static let making: [TrapCall] = [
    TrapCall("CoordinateSequence(ordinates:)") { ground in
      let ordinates = (0..<ground.dice.int(0...9)).map { _ in ground.number() }
      let dimensions = ground.pick(allDimensions)
      _ = try LineString(CoordinateSequence(ordinates: ordinates, dimensions: dimensions))
    },
    TrapCall("Polygon(coordinates:ringEnds:)") { ground in
      let places = (0..<5).map { _ in ground.place() }
      let ends = (0..<ground.dice.int(0...3)).map { _ in ground.integer() }
      _ = try Polygon(coordinates: CoordinateSequence(places + places.prefix(1)), ringEnds: ends)
    },
    TrapCall("CoincidenceTolerance, Topology") { ground in
      let tolerance = try CoincidenceTolerance(xy: ground.number(), z: ground.number())
      _ = Topology(ground.state().network.base, tolerance: tolerance)
    },
    TrapCall("OrdinateFormat") { ground in
      let format = OrdinateFormat.decimals(ground.integer())
      _ = ground.geometry().wkt(format)
    },
    TrapCall("FeatureTable, UtilityNetwork") { ground in
      let network = ground.state().network.base
      guard !network.tables.isEmpty else { return }
      var tables = network.tables
      let number = ground.dice.int(0...tables.count - 1)
      let (row, id) = (ground.integer(), ground.maybe(ground.globalID()))
      let type = AssetTypeID(0, ground.integer(), ground.integer())
      let geometry = ground.maybe(ground.geometry())
      tables[number].append(Feature(row, type, id, geometry, [ground.value()]))
      _ = try network.with(tables: tables)
    },
    TrapCall("inlineBitCount") { ground in
      let (code, isNullable) = (Int64(ground.integer()), ground.dice.oneIn(2))
      _ = NetworkAttribute.inlineBitCount(greatestCode: code, isNullable: isNullable)
    },
    TrapCall("linear referencing") { ground in
      let line = ground.geometry()
      _ = try? line.point(atFraction: ground.number())
      _ = try line.linearLocation(closestTo: ground.place(), tolerance: .within(ground.number()))
    },
  ]
}
