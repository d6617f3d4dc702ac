internal import GeoSnap

struct NetworkAssembler {
  let graph: SourceGraph
  let placement: Placement
  let merge: CatalogMerge
  let srid: SRID?
  let scale: PlaneScale
  let namespace: GlobalID
  var tables: NetworkTables
  var associations: [Association]
  var derived: [String: Int] = [:]

  private let sources: [Int: NetworkSource]
  private let rules: RuleBook
  var nodeEnds: [Association.End] = []
  var equipmentEnds: [Association.End] = []
  /// For each link, the features at its ends: the same line twice, two parts, or two terminals of one device.
  var linkEnds: [PairOfEnds<Association.End>] = []

  /// Prepares the tables; global ids are derived from `name`, origin and role, `fields` are the columns by source id.
  init(
    graph: SourceGraph,
    placement: Placement,
    merge: CatalogMerge,
    rules: RuleBook,
    srid: SRID?,
    scale: PlaneScale,
    name: String,
    existing: UtilityNetwork?,
    fields: [(sourceID: Int, fields: [AttributeField])]
  ) {
    self.graph = graph
    self.placement = placement
    self.merge = merge
    self.srid = srid
    self.scale = scale
    namespace = GlobalID(name: name, namespace: .importNamespace)
    self.rules = rules
    sources = merge.definition.sourcesByID
    tables = NetworkTables(existing)
    associations = existing.map { Array($0.associations) } ?? []
    for entry in fields {
      if let source = sources[entry.sourceID] { tables.prepare(source, fields: entry.fields) }
    }
  }

  mutating func run() {
    let steps: [(count: Int, step: (inout NetworkAssembler, Int) -> Void)] = [
      (graph.nodes.count, { $0.addNode($1) }),
      (graph.equipment.count, { $0.addEquipment($1) }),
      (graph.links.count, { $0.addLink($1) }),
      (graph.equipment.count, { $0.joinEquipment($1) }),
      (placement.containers.count, { $0.addContainer($0.placement.containers[$1]) }),
    ]
    for (part, (count, step)) in steps.enumerated() {
      for number in 0..<count {
        if number & 0xFFF == 0 {
          let done = Double(part) + Double(number) / Double(count)
          ImportMonitor.note(.assembling, done / Double(steps.count))
          if ImportMonitor.isGivenUp { return }
        }
        step(&self, number)
      }
    }
  }

  // MARK: Features

  @inline(never)
  mutating func add(
    _ proposed: AssetTypeID,
    origin: String?,
    role: String,
    geometry: Geometry?,
    attributes: [String: AttributeValue]
  ) -> Association.End {
    let assetType = merge.resolved(proposed)
    let globalID = GlobalID(name: role, namespace: namespace)
    guard let source = sources[assetType.sourceID] else {
      preconditionFailure("The catalog has no source \(assetType.sourceID)")
    }
    tables.append(
      to: source,
      globalID: globalID,
      assetType: assetType,
      origin: origin,
      geometry: geometry,
      attributes: attributes
    )
    return Association.End(sourceID: assetType.sourceID, globalID: globalID)
  }

  private func point(_ place: Coordinate?) -> Geometry? {
    place.map { .point(Point($0, srid: srid)) }
  }

  private mutating func addNode(_ number: Int) {
    let description = graph.nodes[number].description
    let place = placement.nodes[number]
    guard let equipment = placement.standIn[number] else {
      var end = add(
        place == nil ? description.objectType : description.assetType,
        origin: description.origin,
        role: "node \(description.origin)",
        geometry: point(place),
        attributes: description.attributes
      )
      end.terminalID = graph.nodes[number].terminal
      nodeEnds.append(end)
      return
    }
    let device = graph.equipment[equipment]
    let origin = "\(description.origin);\(device.description.origin)"
    var attributes = device.description.attributes
    attributes.complete(by: description.attributes)
    var end = add(
      device.description.assetType,
      origin: origin,
      role: "node \(description.origin)",
      geometry: point(place),
      attributes: attributes
    )
    end.terminalID = device.ports.first?.terminal
    nodeEnds.append(end)
  }

  private mutating func addEquipment(_ number: Int) {
    let equipment = graph.equipment[number]
    if let node = equipment.homeNodes.first(where: { placement.standIn[$0] == number }) {
      equipmentEnds.append(nodeEnds[node])
      return
    }
    let description = equipment.description
    let place = placement.equipment[number]
    equipmentEnds.append(
      add(
        place == nil ? description.objectType : description.assetType,
        origin: description.isDerived ? nil : description.origin,
        role: "equipment \(description.origin)\(description.part)",
        geometry: point(place),
        attributes: description.attributes
      )
    )
  }

  private mutating func addLink(_ number: Int) {
    if let divider = graph.links[number].divider {
      addDividedLink(number, by: divider)
    } else {
      let terminals = PairOfEnds(
        start: nodeTerminal(number, .start),
        end: nodeTerminal(number, .end)
      )
      let end = addLine(number, path: placement.paths[number], terminals: terminals)
      linkEnds.append(PairOfEnds(start: end, end: end))
    }
    for end in LinkEnd.allCases where graph.links[number].equipment[end] == nil {
      if placement.paths[number] == nil || placement.detached[number][end] {
        join(nodeEnds[graph.links[number].nodes[end]], toLink: number, end)
      }
    }
  }

  func nodeTerminal(_ number: Int, _ end: LinkEnd) -> Int? {
    let link = graph.links[number]
    return link.equipment[end]?.terminal ?? nodeEnds[link.nodes[end]].terminalID
  }

  mutating func addLine(
    _ number: Int,
    path: [Coordinate]?,
    terminals: PairOfEnds<Int?>,
    share: Double = 1,
    part: String = ""
  ) -> Association.End {
    let description = graph.links[number].description
    var attributes = description.attributes
    if share != 1, case .real(let metres)? = attributes[FieldName.length] {
      attributes[FieldName.length] = .real(metres * share)
    }
    var line: Geometry?
    if let path, let lineString = try? LineString(CoordinateSequence(path), srid: srid) {
      line = .lineString(lineString)
    }
    for (end, field) in [
      (LinkEnd.start, FieldName.fromTerminal), (.end, FieldName.toTerminal),
    ] {
      if let terminal = terminals[end] { attributes[field] = .integer(Int64(terminal)) }
    }
    return add(
      line == nil ? description.objectType : description.assetType,
      origin: description.origin,
      role: "link \(description.origin)\(part)",
      geometry: line,
      attributes: attributes
    )
  }

  // MARK: Associations

  mutating func associate(
    _ kind: AssociationKind,
    _ from: Association.End,
    _ to: Association.End,
    role: String = ""
  ) {
    let name =
      "\(kind.rawValue) \(from.globalID) \(from.terminalID ?? 0) \(to.globalID) \(to.terminalID ?? 0)\(role)"
    associations.append(
      Association(
        globalID: GlobalID(name: name, namespace: namespace),
        kind: kind,
        from: from,
        to: to,
        isContentVisible: false,
        origin: "derived"
      )
    )
    derived["\(kind.name) associations", default: 0] += 1
  }

  private mutating func join(_ junction: Association.End, toLink link: Int, _ end: LinkEnd) {
    let holder = linkEnds[link][end]
    if holder.terminalID != nil {
      associate(.connectivity, holder, junction)
    } else {
      associate(kind(of: end), junction, holder)
    }
  }

  func kind(of end: LinkEnd) -> AssociationKind {
    end == .start ? .junctionEdgeToConnectivity : .junctionEdgeFromConnectivity
  }

  private mutating func joinEquipment(_ number: Int) {
    let equipment = graph.equipment[number]
    let isStandIn = equipment.homeNodes.contains { placement.standIn[$0] == number }
    guard !isStandIn else { return }
    for port in equipment.ports {
      var end = equipmentEnds[number]
      end.terminalID = port.terminal
      switch port.target {
      case .node(let node): associate(.connectivity, end, nodeEnds[node])
      case .equipment(let other):
        var otherEnd = equipmentEnds[other.equipment]
        otherEnd.terminalID = other.terminal
        associate(.connectivity, end, otherEnd)
      case .linkEnd(let link, let side):
        if placement.paths[link] == nil || placement.detached[link][side] {
          join(end, toLink: link, side)
        }
      }
    }
  }

  // MARK: Containers

  private mutating func addContainer(_ container: ContainerGroup) {
    let origin = container.origins.joined(separator: ";")
    let end: Association.End
    switch container.style {
    case .boundary(let type, let name):
      guard let polygon = try? Polygon(rings: [CoordinateSequence(container.places)], srid: srid)
      else { return }
      end = add(
        type,
        origin: origin,
        role: "container \(container.key)",
        geometry: .polygon(polygon),
        attributes: [FieldName.name: .optional(name)]
      )
    case .assembly(let type, let structure, let name):
      let attributes = [FieldName.name: AttributeValue.optional(name)]
      end = add(
        type,
        origin: origin,
        role: "container \(container.key)",
        geometry: point(container.places[0]),
        attributes: attributes
      )
      let base = add(
        structure,
        origin: origin,
        role: "structure \(container.key)",
        geometry: point(container.places[1]),
        attributes: attributes
      )
      associate(.attachment, base, end)
      derived["structures", default: 0] += 1
    }
    derived["containers", default: 0] += 1
    addContents(of: container, in: end)
  }

  private mutating func addContents(of container: ContainerGroup, in end: Association.End) {
    let type = merge.resolved(container.style.type)
    for node in container.nodes where placement.nodes[node] != nil {
      let content =
        placement.standIn[node].map { graph.equipment[$0].description.assetType }
        ?? graph.nodes[node].description.assetType
      if rules.allows(.containment, .init(type), .init(merge.resolved(content))) {
        associate(.containment, end, unterminated(nodeEnds[node]))
      }
    }
    for number in container.equipment where placement.equipment[number] != nil {
      let content = merge.resolved(graph.equipment[number].description.assetType)
      if rules.allows(.containment, .init(type), .init(content)) {
        associate(.containment, end, unterminated(equipmentEnds[number]))
      }
    }
  }

  private func unterminated(_ end: Association.End) -> Association.End {
    Association.End(sourceID: end.sourceID, globalID: end.globalID)
  }

  /// Adds a link that equipment divides: two lines that end at the equipment, two edge objects joined to it when the
  /// link cannot be drawn, or only the equipment when the link has no length either.
  mutating func addDividedLink(_ number: Int, by divider: Int) {
    var terminals = PairOfEnds(start: equipmentEnds[divider], end: equipmentEnds[divider])
    terminals.start.terminalID = 1
    terminals.end.terminalID = 2
    let division = placement.divisions[number]
    guard division != nil || graph.links[number].hasLength else {
      linkEnds.append(terminals)
      return
    }
    let share = division.map(shareOfStart) ?? 0.5
    let start = addLine(
      number,
      path: division?.start,
      terminals: PairOfEnds(start: nodeTerminal(number, .start), end: 1),
      share: share,
      part: " start"
    )
    let end = addLine(
      number,
      path: division?.end,
      terminals: PairOfEnds(start: 2, end: nodeTerminal(number, .end)),
      share: 1 - share,
      part: " end"
    )
    linkEnds.append(PairOfEnds(start: start, end: end))
    if division == nil {
      associate(kind(of: .end), terminals.start, start)
      associate(kind(of: .start), terminals.end, end)
    }
  }

  private func shareOfStart(_ parts: PairOfEnds<[Coordinate]>) -> Double {
    let first = LinkPath(vertices: parts.start, scale: scale).length
    let second = LinkPath(vertices: parts.end, scale: scale).length
    return first / (first + second)
  }
}
