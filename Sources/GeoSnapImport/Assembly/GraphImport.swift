internal import GeoSnap

/// Makes a utility network from a source graph; all formats share this step.
struct GraphImport {
  var graph: SourceGraph
  var catalog: Catalog
  /// The reference system of the coordinates.
  var srid: SRID?
  /// What the reader reports.
  var report: ImportReport
  /// The container of a site, from the numbers of its nodes and equipment; nil for none.
  var container: ([Int], [Int]) -> ContainerStyle? = { _, _ in nil }

  /// Places, assembles and checks the features.
  ///
  /// - Throws: ``ImportError`` when the file does not fit the existing network, or the network the catalog.
  func run(
    options: ImportOptions,
    file: String,
    appendingTo existing: UtilityNetwork?
  ) throws(ImportError) -> ImportResult {
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
