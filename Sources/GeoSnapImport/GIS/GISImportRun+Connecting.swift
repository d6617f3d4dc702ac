internal import GeoSnap

extension GISImportRun {
  /// Makes the rules, connects features by place, and sets the terminals at which lines end.
  mutating func connect() throws(ReadingError) {
    try checkIdentities()
    let book = GISRules(layers: layers, configurations: mapping.configurations)
    rules = try book.rules(mapping.rules.listed)
    try barTiers()
    do throws(IndexError) {
      try connectByPlace(book)
    } catch {
      throw ReadingError("$", "The places of the data cannot be indexed: \(error)")
    }
    noteUnconnected(book)
    options.noteTiers("has the tiers of the mapping", in: &report)
  }

  private mutating func connectByPlace(_ book: GISRules) throws(IndexError) {
    let scale = PlaneScale(srid: existing.map { $0.srid } ?? srid, extent: features.firstPlaces)
    var points = try GISPoints(features, mapping: mapping, scale: scale)
    let anyVertex = Set(layers.flatMap { layer in layer.traits.keys.filter(layer.isAnyVertex) })
    let tolerance = options.keepsEnds ? 0 : mapping.snapTolerance
    let contacts = try GISContacts(
      features,
      points: points,
      mapping: mapping,
      reach: max(mapping.reach, tolerance),
      isAnyVertex: anyVertex.contains,
      allows: mapping.rules.areFromData ? { _, _ in true } : GISRules.pairs(rules)
    )
    var connection = GISConnection(
      tolerance: tolerance,
      mapping: mapping,
      points: points,
      contacts: contacts,
      node: nodes?[0]
    )
    try connection.connect(&features)
    points = connection.points
    report.moves = connection.moves + connection.gaps
    report.notes += connection.notes
    let onLines = connection.gaps.filter { $0.distance <= scale.toleranceInMetres }
    if let first = onLines.first {
      report.notes.append(
        "Points and ends that lie on a line but do not join it, because the line connects only at its ends or gets no "
          + "vertex there: "
          + "\(onLines.count) (keptGap); the first is \(first.origin). Where they should join, split the lines (or set "
          + "policy anyVertex and insertVertices), and put a junction where the types of the lines differ."
      )
    }
    if connection.gaps.count > onLines.count {
      report.notes.append(
        "Features that miss others and do not join them are listed as keptGap, up to a distance of "
          + "\(AttributeValue.text(of: contacts.reach)) (gapDistance)."
      )
    }
    addParts()
    report.additions += connection.vertices
    if !connection.vertices.isEmpty { report.derived["vertices"] = connection.vertices.count }
    if let nodes = nodes, let layer = mapping.nodes {
      let maker = GISNodes(
        features: features,
        points: points,
        mapping: mapping,
        isAnyVertex: anyVertex.contains
      )
      let made = try maker.make(
        of: nodes,
        layer: mapping.layers.count - 1,
        domain: layer.domain ?? "",
        prefix: options.prefix,
        namespace: namespace
      )
      features.append(made.features)
      report.additions += made.additions
      report.derived["nodes"] = made.additions.count
      points = try GISPoints(features, mapping: mapping, scale: scale)
    }
    if mapping.rules.areFromData {
      rules += book.rules(
        touching: features,
        points: points,
        mapping: mapping,
        besides: rules,
        report: &report
      )
    }
    var terminals = GISTerminals(book, rules, points: points, mapping: mapping)
    terminals.assign(to: &features)
    if !terminals.ambiguous.isEmpty {
      report.notes.append(
        "Devices whose lines get no terminals, because the directions of the lines do not determine the terminals: "
          + "\(terminals.ambiguous.count), such as "
          + terminals.ambiguous.prefix(5).joined(separator: ", ")
          + ". Name the terminals with \"fromTerminal\" and \"toTerminal\"."
      )
    }
    if let first = terminals.unknown.first {
      let type = features.assetType(first.point)
      let known = book.terminals(of: type).map { "\($0.id) (\($0.name))" }
      report.notes.append(
        "Ends with a terminal that the point there does not have: \(terminals.unknown.count). The first is terminal "
          + "\(first.terminal) of \(place(of: first.line)), at \(features.origin(first.point)), which has "
          + (known.isEmpty ? "1" : Words.names(known)) + "."
      )
    }
  }

  private mutating func addParts() {
    for layer in features.layers where layer.hasParts {
      for number in layer.rows.indices where layer.isPart(number) {
        guard let place = layer.geometries[number]?.coordinates.first else { continue }
        report.additions.append(
          ImportReport.Addition(
            kind: .part,
            origin: layer.origins[number] ?? "",
            place: place,
            distance: 0
          )
        )
      }
    }
  }

  private func checkIdentities() throws(ReadingError) {
    let repetition = features.repetition
    if let existing {
      for number in 0..<(repetition?.feature ?? features.count) {
        guard let id = features.globalID(number), existing.feature(globalID: id) != nil else {
          continue
        }
        throw ReadingError(
          place(of: number),
          "The network already has a feature \(id). "
            + options.repetitionAdvice(
              mapping.layers[features.layer(number)].globalID == nil
                ? options.prefixAdvice : "remove the row, or leave 'globalID' out of the mapping."
            )
        )
      }
    }
    guard let repetition, let id = features.globalID(repetition.feature) else { return }
    throw ReadingError(
      place(of: repetition.feature),
      "The global id \(id) is used twice, first by \(place(of: repetition.first))."
    )
  }

  private func place(of number: Int) -> String {
    let place = features.place(number)
    let layer = features.layers[place.layer]
    return tables[mapping.layers[layer.layer].data]?.place(Int(layer.rows[place.number]))
      ?? features.origin(number)
  }

  private func joins(_ usage: NetworkSourceUsage?) -> Bool {
    usage == .device || usage == .junction
  }

  /// How the points of a source can connect to lines; empty when there are no lines.
  private func advice(_ name: String) -> String {
    guard let line = layers.first(where: { $0.layer.usage == .line })?.layer.name else { return "" }
    return
      " If its points stand on lines, write a rule such as {\"junctionEdge\": [\"\(name)\", \"\(line)\"]}; "
      + "if the points miss the lines, set \"snapTolerance\"."
  }

  private mutating func noteUnconnected(_ book: GISRules) {
    var spoken: Set<Int> = []
    for rule in rules {
      for side in [rule.from, rule.to] + [rule.via].compactMap(\.self) {
        spoken.insert(side.assetType.sourceID)
      }
    }
    for layer in layers where !spoken.contains(layer.sourceID) {
      let isLine = layer.layer.usage.map { [.line, .structureLine].contains($0) } ?? false
      let name = layer.layer.name
      report.notes.append(
        isLine
          ? "No rule names \(name): its lines connect with lines of the same type only."
          : "No rule names \(name): nothing connects to it."
            + (joins(layer.layer.usage) ? advice(name) : "")
      )
    }
  }

  // MARK: Assembling

  mutating func finish() throws(ImportError) -> ImportResult {
    if let existing {
      try options.checkAppending(
        file,
        to: existing,
        srid: srid,
        origins: features.layers.flatMap { $0.origins.compactMap(\.self) }
          + plain.flatMap { $0.origins.compactMap(\.self) }
      )
    }
    let catalog = GISCatalog(mapping: mapping, layers: layers, rules: rules, attributes: attributes)
      .catalog
    let merge = CatalogMerge(catalog, into: existing)
    let sources = merge.definition.sourcesByID
    var tables = NetworkTables(existing)
    for entry in fields {
      if let source = sources[merge.resolved(entry.sourceID)] {
        tables.prepare(source, fields: entry.fields)
      }
    }
    self.tables = [:]
    for position in features.layers.indices {
      let layer = features.take(position)
      guard let sourceID = layer.assetTypes.compactMap(\.self).first?.sourceID,
        let source = sources[merge.resolved(sourceID)]
      else { continue }
      tables.append(layer, besides: kept[layer.layer] ?? [], to: source)
      kept[layer.layer] = nil
    }
    for (name, count) in tables.added where report.featuresWritten[name] == nil {
      report.featuresWritten[name] = count
    }
    do {
      let network = try UtilityNetwork(
        definition: merge.definition,
        srid: existing.map { $0.srid } ?? srid,
        tables: tables.all + plain,
        associations: existing?.associations ?? AssociationColumn(),
        rules: merge.rules
      )
      return ImportResult(network: network, report: report)
    } catch {
      throw ImportError(file, error, "The network made from the data")
    }
  }

  mutating func barTiers() throws(ReadingError) {
    let catalog = GISCatalog(mapping: mapping, layers: layers, rules: [], attributes: attributes)
      .catalog
    let definition = CatalogMerge(catalog, into: existing).definition
    for domain in mapping.domains.indices {
      let name = mapping.domains[domain].name
      let usual = definition.usualBarriers(of: name)
      // Tiers of the existing network are not changed.
      let known = existing?.definition.domainNetworks.first { $0.name == name }?.tiers ?? []
      var unbarred: [String] = []
      for (tier, barriers) in mapping.domains[domain].barriers.enumerated() {
        let tierName = mapping.domains[domain].tiers[tier].name
        switch barriers {
        case .none: continue
        case .unsaid:
          if !known.contains(where: { $0.name == tierName }) { unbarred.append(tierName) }
        case .condition(let text, let path):
          var configuration = TraceConfiguration()
          configuration.traversability.barriers = try condition(text, path, definition)
          mapping.domains[domain].tiers[tier].traceConfiguration = configuration
        }
      }
      note(unbarred, of: name, usually: usual, definition)
    }
  }

  private func condition(_ text: String, _ path: String, _ definition: NetworkDefinition)
    throws(ReadingError) -> TraceCondition
  {
    do throws(TraceExpressionError) {
      return try TraceCondition(parsing: text, in: definition)
    } catch {
      throw ReadingError(path, "\(error)")
    }
  }

  private mutating func note(
    _ tiers: [String],
    of domain: String,
    usually configuration: TraceConfiguration,
    _ definition: NetworkDefinition
  ) {
    guard !tiers.isEmpty, let barriers = configuration.traversability.barriers else { return }
    report.notes.append(
      "\(domain)'s \(tiers.count == 1 ? "tier" : "tiers") \(Words.names(tiers)) "
        + "\(tiers.count == 1 ? "has" : "have") no barriers: traces pass devices whatever their status. Set "
        + "\"barriers\" of a tier to a condition that stops them, such as \"\(barriers.expression(in: definition))\", "
        + "or to null for none."
    )
  }
}

extension CatalogMerge {
  fileprivate func resolved(_ sourceID: Int) -> Int { sourceIDs[sourceID] ?? sourceID }
}

extension NetworkDefinition {
  /// The usual barriers, which are only proposed, because a closed hydrant is no barrier for its main.
  fileprivate func usualBarriers(of domain: String) -> TraceConfiguration {
    let sources = Set(
      domainNetworks.filter { $0.name == domain }.flatMap(\.sources).map(\.sourceID)
    )
    func isAssigned(_ attribute: String) -> Bool {
      networkAttribute(named: attribute)?.assignments.contains { sources.contains($0.sourceID) }
        ?? false
    }
    // Only electric networks have phases.
    let name = domain.lowercased()
    let isElectric =
      name.contains("electr") || name.contains("power") || isAssigned("Phases Current")
    return .barred(
      byStatus: isElectric ? TraceConfiguration.openStatus : TraceConfiguration.closedStatus,
      where: isAssigned
    )
  }
}
