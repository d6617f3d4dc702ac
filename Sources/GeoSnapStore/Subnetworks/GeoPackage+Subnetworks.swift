internal import GRDB
public import GeoSnap

extension GeoPackage {
  /// Reads the extent of a subnetwork as ``open(_:extent:strict:images:)`` reads it.
  ///
  /// All features of the subnetwork are read, and ``StoredNetwork/edge`` encloses them: a trace of it has the same
  /// result as in the whole network, and its features can be edited. Other features in the extent are read too.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - subnetwork: The subnetwork, by the name that its controllers have.
  ///   - strict: Whether a row in the extent that cannot be read is an error.
  /// - Returns: The network in the extent.
  /// - Throws: ``StoreError`` as ``open(_:strict:images:)``; `TraceError` when the subnetwork has no controller, when
  ///   several tiers have one of its name and none is given, or when it cannot be traced.
  /// - Complexity: Linear in the content of a few times the extent, and in the number of associations, objects,
  ///   devices and junctions in the file.
  public static func open(
    _ path: String,
    subnetwork: SubnetworkName,
    strict: Bool = false
  ) throws -> StoredNetwork {
    try open(path, extent: extent(of: subnetwork, in: path), strict: strict)
  }

  /// The extent of a subnetwork, in the reference system of the network: the smallest rectangle that holds all its
  /// features and touches the features that they are associated with.
  ///
  /// A session with this extent can edit the subnetwork, which is named by its controllers. Its containers, content
  /// and structures need not lie in the extent.
  ///
  /// - Throws: As ``open(_:subnetwork:strict:)``.
  /// - Complexity: As ``open(_:subnetwork:strict:)``.
  public static func extent(of subnetwork: SubnetworkName, in path: String) throws -> Envelope {
    let search = try SubnetworkSearch(subnetwork, among: controllers(in: path))
    return try search.extent { try open(path, extent: $0) }
  }

  private static func controllers(
    in path: String
  ) throws(StoreError) -> [SubnetworkSearch.Controller] {
    let file = try DatabaseFile(path)
    return try file.read(whileChecking: GeoPackageReader.checkSmallTables) { database, _ in
      var reader = try GeoPackageReader(database, isChecked: true)
      var controllers: [SubnetworkSearch.Controller] = []
      for layer in try reader.readLayers().layers {
        guard let table = try reader.schema.table(layer.name),
          let name = table.column(SubnetworkSearch.controllerColumn)?.quotedIdentifier
        else { continue }
        let shape = layer.geometryColumn.map { ", \($0.quotedIdentifier)" } ?? ""
        let rows = try Row.fetchCursor(
          database,
          sql: "SELECT \(name)\(shape) FROM \(table.name.quotedIdentifier) WHERE \(name) <> ''"
        )
        while let row = try rows.next() {
          guard let name = String.fromDatabaseValue(row[0]) else { continue }
          controllers.append(
            SubnetworkSearch.Controller(
              name: name,
              place: shape.isEmpty ? nil : place(row, layer)
            )
          )
        }
      }
      return controllers
    }
  }

  private static func place(_ row: Row, _ layer: Layer) -> Envelope? {
    guard case .blob(let data) = (row[1] as DatabaseValue).storage else { return nil }
    let bytes = [UInt8](data)
    let read = try? GeometryBlob.straightened(bytes.span, srsID: layer.srsID, srid: layer.srid)
    return read?.geometry.envelope
  }
}
