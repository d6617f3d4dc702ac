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
    TrapCall("trace") { ground in
      let topology = ground.state().topology
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
    TrapCall("trace from one feature") { ground in
      let topology = ground.state().topology
      let start = TraceLocation(ground.feature())
      _ = try topology.trace(TraceParameters(ground.pick(TraceType.allCases), from: [start]))
    },
    TrapCall("why") { ground in
      let topology = ground.state().topology
      _ = try topology.why(
        from: ground.location(),
        to: ground.location(),
        configuration: configuration(&ground),
        assuming: assumptions(&ground)
      )
    },
    TrapCall("distances") { ground in
      let topology = ground.state().topology
      _ = try topology.distances(
        from: [ground.location()],
        cost: ground.word(),
        configuration: configuration(&ground),
        assuming: assumptions(&ground)
      )
    },
    TrapCall("isolationSegments") { ground in
      let topology = ground.state().topology
      _ = topology.suggestedIsolationFilter(from: [ground.location()])
      _ = try topology.isolationSegments(assuming: assumptions(&ground))
    },
    TrapCall("subnetworks") { ground in
      let topology = ground.state().topology
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
    TrapCall("contracted") { ground in
      let topology = ground.state().topology
      _ = try topology.contracted(assuming: assumptions(&ground))
    },
    TrapCall("defaultConfiguration") { ground in
      let topology = ground.state().topology
      _ = try topology.defaultConfiguration(
        of: ground.pick(TraceType.allCases),
        from: [ground.location()],
        domainNetworkName: ground.maybe(ground.word()),
        tierName: ground.maybe(ground.word())
      )
    },
    TrapCall("traceLocation") { ground in
      let topology = ground.state().topology
      _ = try? topology.traceLocations(on: ground.feature(), closestTo: ground.place())
      _ = try topology.traceLocation(
        on: ground.feature(),
        closestTo: ground.place(),
        tolerance: ground.pick([.betweenEnds, .unlimited, .within(ground.number())])
      )
    },
    TrapCall("Topology") { ground in
      let topology = ground.state().topology
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
      let sequence = try CoordinateSequence(
        ordinates: ordinates,
        dimensions: ground.pick(allDimensions)
      )
      _ = try LineString(sequence)
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
      tables[number].append(
        Feature(
          rowID: Int64(ground.integer()),
          globalID: ground.maybe(ground.globalID()),
          assetGroup: ground.integer(),
          assetType: ground.integer(),
          geometry: ground.maybe(ground.geometry()),
          attributes: [ground.value()]
        )
      )
      _ = try UtilityNetwork(
        definition: network.definition,
        srid: network.srid,
        tables: tables,
        associations: network.associations,
        rules: network.rules
      )
    },
    TrapCall("inlineBitCount") { ground in
      _ = NetworkAttribute.inlineBitCount(
        greatestCode: Int64(ground.integer()),
        isNullable: ground.dice.oneIn(2)
      )
    },
    TrapCall("linear referencing") { ground in
      let line = ground.geometry()
      _ = try? line.point(atFraction: ground.number())
      _ = try line.linearLocation(closestTo: ground.place(), tolerance: .within(ground.number()))
    },
  ]
}
