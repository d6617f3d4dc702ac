internal import GeoSnap

extension GISImportRun {
  /// Makes the rules, moves what is to be moved and says at which terminals lines end.
  mutating func connect() throws(ReadingError) {
    try checkIdentities()
    let book = GISRules(layers: layers, configurations: mapping.configurations)
    if case .listed(let listed) = mapping.rules { rules = try book.rules(listed) }
    try barTiers()
    do throws(IndexError) {
      try connectByPlace(book)
    } catch {
      throw ReadingError("$", "The places of the data cannot be indexed: \(error)")
    }
    noteUnconnected(book)
    options.noteTiers("has those of the mapping", in: &report)
    if options.keepsEnds {
      report.notes.append(
        "That ends keep their places is said in the mapping, by a snapTolerance of 0."
      )
    }
  }

  private mutating func connectByPlace(_ book: GISRules) throws(IndexError) {
    let scale = PlaneScale(srid: existing.map { $0.srid } ?? srid, extent: features.firstPlaces)
    let points = try GISPoints(features, mapping: mapping, scale: scale)
    var connection = GISConnection(
      mapping: mapping,
      points: points,
      allows: mapping.rules.areListed ? GISRules.pairs(rules) : { _, _ in true }
    )
    connection.moveEnds(of: &features)
    let anyVertex = Set(
      layers.flatMap { layer in layer.traits.keys.filter(layer.isAnyVertex) }
    )
    try connection.insertVertices(into: &features, isAnyVertex: anyVertex.contains)
    report.moves = connection.moves
    report.notes += connection.notes
    if connection.insertedCount > 0 { report.derived["vertices"] = connection.insertedCount }
    if !mapping.rules.areListed {
      rules = book.rules(touching: features, points: points, mapping: mapping, report: &report)
    }
    var terminals = GISTerminals(rules: book, points: points, mapping: mapping)
    terminals.assign(to: &features)
    if !terminals.ambiguous.isEmpty {
      report.notes.append(
        "Devices at which more lines end than there are terminals, so that the lines do not say "
          + "which: \(terminals.ambiguous.count), such as "
          + terminals.ambiguous.prefix(5).joined(separator: ", ") + "."
      )
    }
  }

  /// Refuses global ids that are used twice.
  private func checkIdentities() throws(ReadingError) {
    let repetition = features.repetition
    if let existing {
      for number in 0..<(repetition?.feature ?? features.count) {
        guard let id = features.globalID(number), existing.feature(globalID: id) != nil else {
          continue
        }
        throw ReadingError(
          place(of: number),
          "The network appended to has a feature \(id) already."
        )
      }
    }
    guard let repetition, let id = features.globalID(repetition.feature) else { return }
    throw ReadingError(
      place(of: repetition.feature),
      "The global id \(id) is used twice, first by \(place(of: repetition.first))."
    )
  }

  /// What errors call a feature.
  private func place(of number: Int) -> String {
    let place = features.place(number)
    let layer = features.layers[place.layer]
    return tables[mapping.layers[layer.layer].data]?.place(Int(layer.rows[place.number]))
      ?? features.origin(number)
  }

  /// Names the sources that no rule speaks of: at most lines of one type connect there.
  private mutating func noteUnconnected(_ book: GISRules) {
    var spoken: Set<Int> = []
    for rule in rules {
      for side in [rule.from, rule.to] + [rule.via].compactMap(\.self) {
        spoken.insert(side.assetType.sourceID)
      }
    }
    for layer in layers where !spoken.contains(layer.sourceID) {
      let isLine = layer.layer.usage.map { [.line, .structureLine].contains($0) } ?? false
      let what =
        isLine ? "its lines connect with those of their own type only" : "nothing connects to it"
      report.notes.append("No rule speaks of \(layer.layer.name): \(what).")
    }
  }

  // MARK: Assembling

  /// The network.
  mutating func finish() throws(ImportError) -> ImportResult {
    if let existing {
      try AppendCheck(options: options, file: file).check(
        existing,
        srid: srid,
        origins: features.layers.flatMap { $0.origins.compactMap(\.self) }
          + plain.flatMap { $0.origins.compactMap(\.self) }
      )
    }
    let catalog = GISCatalog(
      mapping: mapping,
      layers: layers,
      rules: rules,
      attributes: attributes
    ).catalog
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
        associations: existing?.associations ?? [],
        rules: merge.rules
      )
      return ImportResult(network: network, report: report)
    } catch {
      throw ImportError(
        file: file,
        problems: error.problems.prefix(ImportError.problemLimit).map {
          ImportProblem(path: "$", message: "The network made from it is inconsistent: \($0)")
        }
      )
    }
  }
}

extension GISMapping.Rules {
  /// Whether the mapping lists the rules itself.
  fileprivate var areListed: Bool { if case .listed = self { true } else { false } }
}

extension CatalogMerge {
  /// The source id that the network uses.
  fileprivate func resolved(_ sourceID: Int) -> Int { sourceIDs[sourceID] ?? sourceID }
}
