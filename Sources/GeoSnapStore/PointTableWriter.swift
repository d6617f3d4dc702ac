package import GeoSnap

/// One row of a table of points.
package struct PointRow: Hashable, Sendable {
  /// The position of the point.
  package var place: Coordinate
  /// One value for each field of the table.
  package var values: [AttributeValue]

  /// Creates a row.
  package init(place: Coordinate, values: [AttributeValue]) {
    self.place = place
    self.values = values
  }
}

/// Writes a table of points into a new GeoPackage, row by row, in bounded memory.
///
/// The file holds that table and no network or spatial index. It appears under its name in ``finish()``; a writer
/// that is released earlier leaves no file.
package final class PointTableWriter {
  private let layer: LayerDraft

  /// Begins a file.
  ///
  /// The row number and the point are in columns `fid` and `geom`, or `fid_1` and so on when a field has that name.
  ///
  /// - Parameters:
  ///   - path: The path of the file; the folder must exist.
  ///   - table: The name of the table.
  ///   - fields: The attribute columns.
  ///   - srid: The reference system; nil when undeclared.
  ///   - replacing: Whether to replace an existing file.
  /// - Throws: ``StoreError`` with code `alreadyExists` or `cannotWrite`, or `badData` when two field names are
  ///   equal, compared without case, or a field has no name.
  package init(
    _ path: String,
    table: String,
    fields: [AttributeField],
    srid: SRID?,
    replacing: Bool = false
  ) throws(StoreError) {
    layer = try LayerDraft(
      path,
      table: table,
      geometryType: "POINT",
      fields: fields,
      srid: srid,
      replacing: replacing
    )
  }

  /// Adds rows.
  ///
  /// - Throws: ``StoreError`` with code `cannotWrite`, such as when the disk is full, or when a row does not have one
  ///   value for each field.
  package func append(_ rows: [PointRow]) throws(StoreError) {
    let srsID = layer.srsID
    try layer.append(rows.map(\.values)) { GeometryBlob.encode(rows[$0].place, srsID: srsID) }
    for row in rows where row.place.isFinite { layer.grow(by: Envelope(row.place)) }
  }

  /// Completes the file and moves it to its path.
  ///
  /// - Precondition: It was not called before.
  /// - Throws: ``StoreError`` with code `alreadyExists` or `cannotWrite`.
  package func finish() throws(StoreError) { try layer.finish() }
}
