extension TraceRun {
  func startOrigins() throws(TraceError) -> [TraceOrigin] {
    var origins: [TraceOrigin] = []
    for start in parameters.starts {
      origins += try topology.origins(
        of: start,
        takingAllTerminals: parameters.type == .connected
      )
    }
    let byName = configuration.subnetworkName?.isEmpty == false
    if parameters.type == .shortestPath {
      guard origins.count == 2 else {
        throw TraceError(
          .startMissing,
          "A shortest path needs two starts: there are \(origins.count)."
        )
      }
    } else if origins.isEmpty
      && !(byName && [.subnetwork, .subnetworkControllers].contains(parameters.type))
    {
      throw TraceError(
        .startMissing,
        "The trace needs a start\(parameters.type == .subnetwork ? ", or a subnetwork's name" : "")."
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
        let element =
          origin.edge >= 0
          ? topology.element(edge: Int(origin.edge)) : topology.element(node: Int(origin.node))
        setting.barriers.exempt.insert(element.feature)
        setting.filter.exempt.insert(element.feature)
      }
    }
    if !parameters.type.isSubnetworkBased || configuration.usesDigitizedDirection {
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
    try topology.withScratch { scratch throws(TraceError) in
      try Exploration.region(setting, from: origins, &scratch, progress)
    }
  }

  func starts(
    _ region: TraceRegion,
    _ setting: TraceSetting
  ) -> [(edge: Int32, exits: TraceRegion.Ways)] {
    region.startEdges.indices.map { number in
      let origin = TraceOrigin(
        edge: Int(region.edges[Int(region.startEdges[number])]),
        fraction: region.startFractions[number]
      )
      return (region.startEdges[number], setting.collectingExits(from: origin))
    }
  }
}
