internal import GeoSnap

struct GraphImport {
  var graph: SourceGraph
  var catalog: Catalog
  var srid: SRID?
  var report: ImportReport
  var container: ([Int], [Int]) -> ContainerStyle? = { _, _ in nil }

  func run(options: ImportOptions, file: String, appendingTo existing: UtilityNetwork?)
    throws(ImportError) -> ImportResult
  {
    var report = report
    if let existing {
      let origins =
        graph.nodes.map(\.description.origin) + graph.links.map(\.description.origin)
        + graph.equipment.map(\.description.origin)
      try options.checkAppending(file, to: existing, srid: srid, origins: origins)
    }
    let system = existing.map { $0.srid } ?? srid
    if let tier = catalog.onlyTier { options.noteTiers("has the one tier \(tier)", in: &report) }
    let merge = CatalogMerge(catalog, into: existing)
    let rules = RuleBook(merge.rules)
    let missing = graph.nodes.count { $0.coordinate == nil }
    if let first = graph.nodes.first(where: { $0.coordinate == nil }) {
      report.notes.append(
        "Nodes without coordinates, imported as junction objects: \(missing) of \(graph.nodes.count); the first is "
          + "\(first.description.origin)."
      )
    }
    let scale = PlaneScale(srid: system, coordinates: allCoordinates(with: existing))
    if let existing, system == nil, existing.coincidenceTolerance == .degrees, !scale.isDegrees {
      throw ImportError(
        ofNetworkFor: file,
        "The network was imported as longitude and latitude, but the coordinates of \(file) are not: "
          + "import the network again, and give its system with --srid."
      )
    }
    if system == nil && scale.isDegrees {
      report.notes.append(
        "The coordinates may be degrees, so devices beside their nodes are placed as in longitude and latitude. Give "
          + "the system with --srid."
      )
    }
    if let system, scale.looksLikeDegrees && !scale.isDegrees {
      report.notes.append(
        "All coordinates fit longitude and latitude, but EPSG:\(system) does not use degrees. If they are degrees, "
          + "give --srid 4326, or transform them first."
      )
    }
    ImportMonitor.note(.reading, 1)
    let placer = Placer.place(
      graph,
      scale: scale,
      keepsEnds: options.keepsEnds,
      existing: existing,
      mayCoincide: { equipment, link in
        let device = graph.equipment[equipment]
        return rules.allows(
          .junctionEdge,
          NetworkRule.Side(
            merge.resolved(device.description.assetType),
            terminalID: device.ports[0].terminal
          ),
          NetworkRule.Side(merge.resolved(graph.links[link].description.assetType))
        )
      },
      container: container
    )
    ImportMonitor.note(.placing, 1)
    if ImportMonitor.isGivenUp { throw ImportError(file, .cancelled) }
    var assembler = NetworkAssembler(
      graph: graph,
      placement: placer.placement,
      merge: merge,
      rules: rules,
      srid: system,
      scale: scale,
      name: "\(options.networkName)/\(options.prefix ?? "")",
      existing: existing,
      fields: catalog.definition.sources.map {
        (merge.sourceIDs[$0.sourceID] ?? $0.sourceID, catalog.fields[$0.sourceID] ?? [])
      }
    )
    assembler.run()
    ImportMonitor.note(.assembling, 1)
    if ImportMonitor.isGivenUp { throw ImportError(file, .cancelled) }
    report.featuresWritten = assembler.tables.added
    report.derived = assembler.derived
    report.moves = placer.moves
    report.notes += placer.notes
    var definition = merge.definition
    // Stated in the definition, so that features added later do not change the connectivity.
    if existing == nil && system == nil {
      definition.tolerance = scale.isDegrees ? .degrees : .millimetre
    }
    do {
      let network = try UtilityNetwork(
        definition: definition,
        srid: system,
        tables: assembler.tables.all,
        associations: assembler.associations,
        rules: merge.rules
      )
      return ImportResult(network: network, report: report)
    } catch {
      throw ImportError(file, error, "The network made from the data")
    }
  }

  /// The coordinates of the file and corners of the existing network, to detect whether they are degrees.
  private func allCoordinates(with existing: UtilityNetwork?) -> [Coordinate] {
    var coordinates = graph.nodes.compactMap(\.coordinate) + graph.links.flatMap(\.path)
    for table in existing?.tables ?? [] {
      for case let envelope? in table.geometries.lazy.map({ $0?.envelope }) {
        coordinates.append(Coordinate(x: envelope.minX, y: envelope.minY))
        coordinates.append(Coordinate(x: envelope.maxX, y: envelope.maxY))
      }
    }
    return coordinates
  }
}

struct RuleBook {
  private var pairs: Set<NetworkRule> = []

  init(_ rules: [NetworkRule]) {
    pairs.reserveCapacity(rules.count)
    for rule in rules where rule.via == nil {
      pairs.insert(NetworkRule(id: 0, kind: rule.kind, from: rule.from, to: rule.to))
      if rule.kind == .junctionJunction {
        pairs.insert(NetworkRule(id: 0, kind: rule.kind, from: rule.to, to: rule.from))
      }
    }
  }

  func allows(_ kind: NetworkRuleKind, _ from: NetworkRule.Side, _ to: NetworkRule.Side) -> Bool {
    for first in [from, NetworkRule.Side(from.assetType)] {
      for second in [to, NetworkRule.Side(to.assetType)]
      where pairs.contains(NetworkRule(id: 0, kind: kind, from: first, to: second)) {
        return true
      }
    }
    return false
  }
}

extension ImportOptions {
  func checkAppending(_ file: String, to existing: UtilityNetwork, srid: SRID?, origins: [String])
    throws(ImportError)
  {
    if srid != existing.srid {
      guard existing.srid != nil else {
        throw ImportError(
          ofNetworkFor: file,
          "The network has no declared reference system: import it again with --srid CODE --force, then append."
        )
      }
      throw ImportError(
        file,
        "The file is in \(Self.name(srid)), but the network is in \(Self.name(existing.srid)): "
          + (self.srid == nil
            ? "transform the file first, or give the file's system with --srid."
            : "transform the data to \(Self.name(existing.srid)) first, for GeoJSON with geosnap convert DATA OUT.geojson "
              + "--to-srid \(existing.srid ?? 0). Then give --srid \(existing.srid ?? 0).")
      )
    }
    let full = existing.tables.first { table in
      table.rowIDs.contains { $0 > NetworkTables.greatestRowID }
    }
    if let full {
      throw ImportError(
        ofNetworkFor: file,
        "Table \(full.name) of the network has row ids up to \(full.rowIDs.max() ?? 0), which "
          + "leaves none for new rows: renumber the rows of the table."
      )
    }
    if let origin = origins.first(where: { !existing.features(origin: $0).isEmpty }) {
      throw ImportError(
        file,
        "The network already has an element \(origin). \(repetitionAdvice(prefixAdvice))"
      )
    }
  }

  /// The remedies for data whose names or ids are in the network already; `otherwise` is that for other data.
  func repetitionAdvice(_ otherwise: String) -> String {
    "If this file was imported before, leave it out, or import all files again, the first with --force; if not, "
      + otherwise
  }

  var prefixAdvice: String {
    prefix.map { "give it a prefix other than '\($0)'." } ?? "give it a prefix with --prefix."
  }

  static func name(_ srid: SRID?) -> String { srid.map { "EPSG:\($0)" } ?? "an undeclared system" }
}
