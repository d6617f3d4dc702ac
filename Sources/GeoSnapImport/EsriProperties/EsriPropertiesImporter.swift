package import GeoSnap
internal import GeoSnapSupport

/// Creates a network without features from CSV files of Esri's utility network properties extractor.
package struct EsriPropertiesImporter: Sendable {
  let srid: SRID?

  package init(srid: SRID? = nil) { self.srid = srid }

  /// Reads the files of a folder; those of other kinds may have no bytes.
  package func read(_ files: [(name: String, bytes: [UInt8])], named folder: String)
    throws(ImportError) -> EsriPropertiesResult
  {
    var report = EsriPropertiesReport()
    let read = try opened(files, folder, &report)
    var draft = DefinitionDraft()
    report.properties = read[.networkRules]?.readHead(before: ["RuleCode"]) ?? [:]
    _ = read[.domainNetworks]?.readHead(before: ["DomainNetworkID"])
    _ = read[.networkCategories]?.readHead(before: ["Network Categories", "Assignments"])
    _ = read[.fields]?.readHead(before: ["ClassName"])
    read[.domainNetworks]?.readDomainNetworks(into: &draft)
    let rules = read[.networkRules]?.readRules(into: &draft) ?? []
    read[.networkCategories]?.readCategories(into: &draft)
    read[.fields]?.readFields(into: &draft)
    let nameless = read[.domainNetworks]?.readTiers(into: &draft) ?? []
    draft.domains = draft.domains.rising(by: \.id)

    let ordered = PropertyFileKind.allCases.compactMap { read[$0] }
    try ImportError.refuse(ordered.flatMap(\.problems), folder)
    report.files = ordered.map(\.summary)
    report.notes += notes(read, nameless, draft.attributes)
    return EsriPropertiesResult(network: try network(draft, rules, folder), report: report)
  }

  private func opened(
    _ files: [(name: String, bytes: [UInt8])],
    _ folder: String,
    _ report: inout EsriPropertiesReport
  ) throws(ImportError) -> [PropertyFileKind: PropertyFile] {
    var read: [PropertyFileKind: PropertyFile] = [:]
    var problems: [ImportProblem] = []
    for file in files.rising(by: \.name) {
      guard let kind = PropertyFileKind(ofFileNamed: file.name) else {
        report.otherFiles.append(file.name)
        continue
      }
      if let other = read[kind] {
        problems.add(
          file.name,
          "\(other.name) is of the same kind: keep only one of the two files."
        )
        continue
      }
      do {
        read[kind] = try PropertyFile(name: file.name, bytes: file.bytes)
      } catch {
        problems.append(ImportProblem(error))
      }
    }
    try ImportError.refuse(problems, folder)
    for kind in [PropertyFileKind.domainNetworks, .networkRules] where read[kind] == nil {
      problems.add(
        "*\(kind.rawValue).csv",
        "There is no such file: the extractor writes one for every utility network."
      )
    }
    try ImportError.refuse(problems, folder)
    return read
  }

  private func notes(
    _ read: [PropertyFileKind: PropertyFile],
    _ nameless: [String],
    _ attributes: [NetworkAttribute]
  ) -> [String] {
    var notes = [
      "The files do not say where lines connect: every line connects at its end vertices, which is Esri's default.",
      "The files do not say which way flow passes terminals: configurations are bidirectional "
        + "with all paths, and have the terminals that rules name for an asset type.",
      "The files do not give association roles: an asset type on the from-side of a containment "
        + "rule is a container, and one on that of an attachment rule a structure.",
      "The files do not say whether subnetwork controllers are sources or sinks: they become sources.",
      "Source ids are not in the files: they are numbered from 4 in order of domain network and usage.",
    ]
    if !attributes.isEmpty {
      notes.append(
        "Network attributes of trace configurations that the files do not define: "
          + "\(Words.names(attributes.map(\.name))). They have no values, and are integers, or doubles if a function "
          + "adds them up."
      )
    }
    for kind in PropertyFileKind.allCases where read[kind] == nil {
      notes.append("There is no *\(kind.rawValue).csv: the network lacks its data.")
    }
    if !nameless.isEmpty {
      notes.append(
        "Asset types left out of tiers, because no rule, category or default gives their codes: "
          + "\(Words.names(nameless))."
      )
    }
    return notes
  }

  private func network(_ draft: DefinitionDraft, _ rows: [RuleRow], _ folder: String)
    throws(ImportError) -> UtilityNetwork
  {
    let finished = draft.finished()
    func side(_ side: RuleRow.Side) -> NetworkRule.Side {
      NetworkRule.Side(
        finished.assetType(side.assetType),
        terminalID: side.terminal.flatMap { finished.terminalIDs[side.assetType]?[$0] }
      )
    }
    let file = NetworkDefinitionFile(
      definition: finished.definition,
      rules: rows.rising(by: \.id).map { row in
        NetworkRule(
          id: row.id,
          kind: row.kind,
          from: side(row.from),
          to: side(row.to),
          via: row.via.map(side),
          origin: PropertyFileKind.networkRules.rawValue
        )
      },
      fields: finished.sourceIDs.reduce(into: [:]) { fields, source in
        fields[source.value] = draft.classes[source.key]?.fields
      }
    )
    do {
      return try file.network(srid: srid)
    } catch {
      throw ImportError(folder, error, "The definition") { $0.table }
    }
  }
}

package struct EsriPropertiesReport: Hashable, Sendable {
  package struct File: Hashable, Sendable {
    package var name: String
    /// The number of rows that are not blank: the sum of `carried`, `checked` and `notCarried`.
    package var rows = 0
    package var carried: [String: Int] = [:]
    /// The number of rows without new content that were checked against others, such as sums and headers.
    package var checked: [String: Int] = [:]
    package var notCarried: [String: Int] = [:]
    package var columnsNotCarried: [String] = []
    package var unknownColumns: [String] = []
  }

  package var files: [File] = []
  package var otherFiles: [String] = []
  /// The properties in the heads of the files, such as `Utility Network Name`.
  package var properties: [String: String] = [:]
  package var notes: [String] = []
}

package struct EsriPropertiesResult: Sendable {
  package let network: UtilityNetwork
  package let report: EsriPropertiesReport
}
