package import GeoSnap

/// A network in the form that a file stores, checked against the limits of the format.
package struct GeoPackageContent {
  package let srsID: Int32
  package let tables: [FeatureTable]
  package let associations: AssociationColumn
  package let rules: [NetworkRule]
  package let definition: String
  package let imports: [ImportRecord]
  package let traceConfigurations: [SavedTraceConfiguration]

  /// Prepares a network, and lists the content that the format cannot hold.
  package static func prepare(
    _ network: UtilityNetwork,
    imports: [ImportRecord],
    traceConfigurations: [SavedTraceConfiguration] = []
  ) -> (content: GeoPackageContent, problems: [NetworkProblem]) {
    var check = FormatCheck(network: network)
    check.visitAll(imports: imports)
    let content = GeoPackageContent(
      srsID: network.srid ?? -1,
      tables: withTablesForAllSources(network),
      associations: network.associations,
      rules: network.rules,
      definition: check.encodedDefinition(),
      imports: imports,
      traceConfigurations: traceConfigurations
    )
    return (content, check.problems)
  }

  /// The tables, with an empty one for each source without a table: a file holds them all, so a missing table is
  /// known to be lost.
  private static func withTablesForAllSources(_ network: UtilityNetwork) -> [FeatureTable] {
    let sources = network.definition.sources.map { source in
      network.table(sourceID: source.sourceID).map { network.tables[$0] }
        ?? FeatureTable(
          name: source.name,
          sourceID: source.sourceID,
          geometryType: source.usage.geometryType
        )
    }
    return sources + network.tables.filter { $0.sourceID == nil }
  }
}
