extension TraceRun {
  mutating func isolate(_ stage: SubnetworkStage) {
    let region = stage.region
    var search = IsolationSearch(region, stage.setting, stage.reach)
    search.run(
      nodes: region.openStartNodes,
      edges: region.startEdges.indices.filter { !region.startExits[$0].isEmpty }.map { number in
        IsolationSearch.StartEdge(
          edge: region.startEdges[number],
          exits: region.startExits[number],
          exitsWhenShut: collectingExits(number, region, stage.setting)
        )
      },
      from: stage.controllerNodes
    )
    let isIncluded = configuration.includesIsolatedFeatures
    let items = isIncluded ? search.isolated : search.core
    let inside = Set(items)
    let controllersInside = stage.controllers.filter { inside.contains($0.node) }
      .map(\.place.controller)
    isolation = TraceIsolation(
      boundary: search.boundary.map { element($0, stage) },
      needed: search.needed.map { element($0, stage) },
      region: TraceElements(
        codes: items.map { code($0, region) }.filter { topology.isReturned($0) },
        topology: topology
      ),
      controllersInside: controllersInside
    )
    for shutoff in search.needed {
      let code = code(shutoff, stage)
      add(code, telling: item(shutoff, code, region), stage)
    }
    if isIncluded { for item in items { add(code(item, region), telling: item, stage) } }
    for controller in controllersInside {
      warnings.append(
        TraceWarning(
          code: .controllerInside,
          message: "Nothing that can be shut lies between the start and the controller "
            + "\(topology.name(of: controller.feature))."
        )
      )
    }
  }

  /// Adds an element with the values that arrive at an item of the region.
  private mutating func add(_ code: Int32, telling item: Int32?, _ stage: SubnetworkStage) {
    guard topology.isReturned(code) && isFound.insert(code).inserted else { return }
    codes.append(code)
    if let item {
      tell(item, stage.setting, stage.reach)
    } else {
      for number in told.indices { told[number].append(nil) }
    }
  }

  func code(_ shutoff: IsolationSearch.Shutoff, _ stage: SubnetworkStage) -> Int32 {
    switch shutoff {
    case .device(let feature):
      // The device as a whole goes by its first terminal.
      Int32(topology.nodes(of: topology.network.feature(ordinal: feature)).lowerBound)
    case .node(let node): code(node, stage.region)
    case .edge(let edge): code(Int32(stage.region.nodes.count) + edge, stage.region)
    }
  }

  /// The item of the region that stands for what can be shut; nil for a terminal that was not found.
  private func item(
    _ shutoff: IsolationSearch.Shutoff,
    _ code: Int32,
    _ region: TraceRegion
  ) -> Int32? {
    switch shutoff {
    case .device: told.isEmpty ? nil : region.nodes.firstIndex(of: code).map { Int32($0) }
    case .node(let node): node
    case .edge(let edge): Int32(region.nodes.count) + edge
    }
  }

  func element(
    _ shutoff: IsolationSearch.Shutoff,
    _ stage: SubnetworkStage
  ) -> NetworkElement {
    var element = topology.networkElement(code(shutoff, stage))
    if case .device = shutoff { element.terminal = nil }
    return element
  }
}
