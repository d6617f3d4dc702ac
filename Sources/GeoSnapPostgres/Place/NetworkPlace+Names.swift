public import GeoSnap
public import GeoSnapStore

extension NetworkPlace {
  /// Reads the definition of the network without its features.
  ///
  /// - Throws: ``StoreError``.
  /// - Complexity: Linear in the size of the definition.
  public func readDefinition() throws(StoreError) -> NetworkDefinition {
    switch self {
    case .file(let path): try GeoPackage.readDefinition(of: path)
    case .database(let address):
      try PostGIS.reading(address, timeout: PostGIS.quick) { $1.definition }
    }
  }

  /// Reads the extent and the reference system of the network without its features: see
  /// ``GeoPackage/readOutline(of:)``.
  package func readOutline() throws(StoreError) -> UtilityNetwork {
    switch self {
    case .file(let path): try GeoPackage.readOutline(of: path)
    case .database(let address): try PostGIS.readOutline(of: address)
    }
  }

  /// The names of the tables with features, network sources and plain ones.
  ///
  /// - Throws: ``StoreError``.
  package func tableNames() throws(StoreError) -> [String] {
    switch self {
    case .file(let path): try GeoPackage.tableNames(of: path)
    case .database(let address):
      try PostGIS.reading(address, timeout: PostGIS.quick) {
        $1.relations.filter(\.hasGeometry).map(\.name)
      }
    }
  }

  /// Completes the name of a feature: see ``GeoPackage/featureNames(beginningWith:of:limit:)``.
  package func featureNames(beginningWith prefix: String) throws(StoreError) -> [String] {
    switch self {
    case .file(let path): try GeoPackage.featureNames(beginningWith: prefix, of: path)
    case .database(let address):
      try PostGIS.featureNames(beginningWith: prefix, of: address)
    }
  }

  /// Reads one table with all its columns as fields, as ``GeoPackage/readTable(_:of:)`` does.
  ///
  /// In a database it has to be a table of the network, compared without case. The rows belong to no network source.
  ///
  /// - Throws: ``StoreError``.
  /// - Complexity: Linear in the size of the table.
  package func readTable(
    _ name: String
  ) throws(StoreError) -> ForeignTable {
    switch self {
    case .file(let path): try GeoPackage.readTable(name, of: path)
    case .database(let address): try PostGIS.readTable(name, of: address)
    }
  }
}
