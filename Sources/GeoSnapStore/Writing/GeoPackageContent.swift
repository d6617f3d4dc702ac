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

  /// Prepares a network with its further data for a place; throws ``StoreError`` with the content that the format
  /// cannot hold, and other problems.
  package init(
    _ stored: StoredNetwork,
    for path: String,
    besides others: [NetworkProblem] = []
  ) throws(StoreError) {
    let network = stored.network
    var check = FormatCheck(network: network)
    check.visitAll(imports: stored.imports)
    srsID = network.srid ?? -1
    tables = Self.withTablesForAllSources(network)
    associations = network.associations
    rules = network.rules
    definition = check.encodedDefinition()
    imports = stored.imports
    traceConfigurations = stored.traceConfigurations
    let problems = check.problems + others
    guard problems.isEmpty else { throw StoreError(path: path, problems: problems) }
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
