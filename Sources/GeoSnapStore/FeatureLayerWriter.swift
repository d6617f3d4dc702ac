internal import Foundation
internal import GRDB
package import GeoSnap

/// One feature to write into a table.
package struct LayerRow: Sendable {
  /// The geometry; nil for a feature without one.
  package var geometry: Geometry?
  /// One value for each field of the table.
  package var values: [AttributeValue]
  /// The key of the row; nil for the next number.
  package var rowID: Int64?

  /// Creates a row.
  package init(geometry: Geometry?, values: [AttributeValue], rowID: Int64? = nil) {
    self.geometry = geometry
    self.values = values
    self.rowID = rowID
  }
}

/// Writes a table of features into a new GeoPackage, row by row, in bounded memory.
///
/// The file holds that table and no network or spatial index. It appears under its name in ``finish()``; a writer
/// that is released earlier leaves no file.
package final class FeatureLayerWriter {
  private let layer: LayerDraft
  private let declared: GeometryType?
  private var types: Set<GeometryType> = []
  private var hasZ: Set<Bool> = []
  private var hasM: Set<Bool> = []

  /// Begins a file.
  ///
  /// The row number and the geometry are in columns `fid` and `geom`, or `fid_1` and so on when a field has that
  /// name.
  ///
  /// - Parameters:
  ///   - path: The path of the file; the folder must exist.
  ///   - table: The name of the table.
  ///   - geometryType: The type of all geometries; nil for any.
  ///   - fields: The attribute columns.
  ///   - srid: The reference system; nil when undeclared.
  ///   - replacing: Whether to replace an existing file.
  /// - Throws: ``StoreError`` with code `alreadyExists` or `cannotWrite`, or `badData` when two field names are
  ///   equal, compared without case, or a field has no name.
  package init(
    _ path: String,
    table: String,
    geometryType: GeometryType?,
    fields: [AttributeField],
    srid: SRID?,
    replacing: Bool = false
  ) throws(StoreError) {
    declared = geometryType
    layer = try LayerDraft(
      path,
      table: table,
      geometryType: geometryType?.name ?? "GEOMETRY",
      fields: fields,
      srid: srid,
      replacing: replacing
    )
  }

  /// Adds rows.
  ///
  /// - Throws: ``StoreError`` with code `cannotWrite`, such as when the disk is full, or when a row does not have one
  ///   value for each field.
  package func append(_ rows: [LayerRow]) throws(StoreError) {
    let srsID = layer.srsID
    try layer.append(rows.map(\.values), keys: rows.map(\.rowID)) { number in
      guard let geometry = rows[number].geometry else { return nil }
      return GeometryBlob.encode(geometry, envelope: geometry.envelope, srsID: srsID)
    }
    for geometry in rows.lazy.compactMap(\.geometry) {
      types.insert(geometry.type)
      hasZ.insert(geometry.hasZ)
      hasM.insert(geometry.hasM)
      layer.grow(by: geometry.envelope)
    }
  }

  /// Completes the file and moves it to its path.
  ///
  /// - Precondition: It was not called before.
  /// - Throws: ``StoreError`` with code `alreadyExists` or `cannotWrite`.
  package func finish() throws(StoreError) {
    /// GeoPackage's code for Z or M: 0 no geometry has it, 1 all have, 2 some have.
    func use(_ has: Set<Bool>) -> Int { has.count == 2 ? 2 : has.contains(true) ? 1 : 0 }
    try layer.finish(zUse: use(hasZ), mUse: use(hasM))
  }
}
