extension TraceRun {
  func startOrigins() throws(TraceError) -> [TraceOrigin] {
    var origins: [TraceOrigin] = []
    for start in parameters.starts {
      origins += try topology.origins(
        of: start,
        takingAllTerminals: parameters.type == .connected
      )
    }
    let goesByName = [.subnetwork, .subnetworkControllers].contains(parameters.type)
    let byName = goesByName && configuration.subnetworkName?.isEmpty == false
    if parameters.type == .shortestPath {
      guard parameters.starts.count == 2 else {
        throw TraceError(
          .startMissing,
          "A shortest path needs two starts; got \(parameters.starts.count)."
        )
      }
    } else if origins.isEmpty && !byName {
      throw TraceError(
        .startMissing,
        "The trace needs a start\(goesByName ? ", or a subnetwork's name" : "")."
      )
    }
    return origins
  }

  func makeSetting(
    _ configuration: TraceConfiguration,
    _ origins: [TraceOrigin]
  ) throws(TraceError) -> TraceSetting {
    var setting = try TraceSetting(
      configuration,
      of: topology,
      assuming: parameters.assumptions,
      telling: parameters.propagatedAttributeNames
    )
    for barrier in parameters.barriers {
      for place in try topology.origins(of: barrier, takingAllTerminals: true) {
        setting.barriers.stand(at: place)
      }
    }
    for barrier in parameters.filterBarriers {
      for place in try topology.origins(of: barrier, takingAllTerminals: true) {
        setting.filter.stand(at: place)
      }
    }
    if configuration.ignoresBarriersAtStartingPoints {
      for origin in origins {
        let feature = topology.element(at: origin).feature
        setting.barriers.exempt.insert(feature)
        setting.filter.exempt.insert(feature)
      }
    }
    setting.usesDigitizedDirection = followsDrawing
    if !parameters.type.isSubnetworkBased || followsDrawing {
      // Propagators belong to subnetworks.
      setting.propagators = []
      setting.toldPropagators = []
    }
    setting.settle()
    return setting
  }

  func explore(
    _ setting: TraceSetting,
    _ origins: [TraceOrigin]
  ) throws(TraceError) -> TraceRegion {
    try topology.region(from: origins, setting, progress)
  }

  /// The edges of starts that the trace leaves, with the ends by which it does.
  func starts(
    _ region: TraceRegion,
    _ setting: TraceSetting
  ) -> [StartEdge] {
    region.startEdges.indices.compactMap { number in
      let exits = collectingExits(number, region, setting)
      return exits.isEmpty
        ? nil
        : StartEdge(
          edge: region.startEdges[number],
          fraction: region.startFractions[number],
          exits: exits
        )
    }
  }

  func collectingExits(
    _ number: Int,
    _ region: TraceRegion,
    _ setting: TraceSetting
  ) -> TraceRegion.Ways {
    let edge = Int(region.edges[Int(region.startEdges[number])])
    return setting.collectingExits(
      from: TraceOrigin(edge: edge, fraction: region.startFractions[number])
    )
  }

  /// The start nodes that the trace leaves, and the starts that are barriers, nodes and edges.
  func openStarts(
    _ region: TraceRegion,
    _ setting: TraceSetting
  ) -> (nodes: [Int32], barring: [Int32]) {
    var nodes: [Int32] = []
    var barring: [Int32] = []
    for node in region.startNodes {
      if bars(node, region, setting) { barring.append(node) } else { nodes.append(node) }
    }
    for number in region.startEdges.indices where collectingExits(number, region, setting).isEmpty {
      barring.append(Int32(region.nodes.count) + region.startEdges[number])
    }
    return (nodes, barring)
  }

  /// Adds starts that are barriers: they are in the result, but nothing beyond them is.
  mutating func addBarring(
    _ items: [Int32],
    _ region: TraceRegion,
    _ setting: TraceSetting,
    _ reach: OutwardReach?
  ) {
    for item in items {
      let code = code(item, region)
      // A terminal of a device is in the result wherever it is reached.
      let isTerminal =
        topology.traceElement(code).map { !$0.isEdge && topology.hasSeveralTerminals($0) } ?? false
      // A search for neighbours returns only what is reached from starts.
      if let nearest = configuration.filter.nearestNeighbors, nearest.count >= 0 { continue }
      if (configuration.includesBarriers || isTerminal) && topology.isReturned(code)
        && isFound.insert(code).inserted
      {
        codes.append(code)
        tell(item, setting, reach)
      }
    }
  }
}
