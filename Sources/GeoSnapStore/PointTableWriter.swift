public import GeoSnap

/// One row of a table of points.
public struct PointRow: Hashable, Sendable {
  /// Where the point is.
  public var place: Coordinate
  /// One value for each field of the table.
  public var values: [AttributeValue]

  /// Creates a row.
  public init(place: Coordinate, values: [AttributeValue]) {
    self.place = place
    self.values = values
  }
}

/// Writes a table of points into a new GeoPackage, rows as they come, in bounded memory.
///
/// The file holds that one table and no network. It appears under its name when ``finish()`` is
/// called; a writer that goes away before leaves nothing behind. There is no spatial index: QGIS
/// offers to make one.
public final class PointTableWriter {
  private let layer: LayerDraft

  /// Begins a file.
  ///
  /// The row number and the point stand in columns `fid` and `geom`, or `fid_1` and so on when a
  /// field has that name.
  ///
  /// - Parameters:
  ///   - path: Where to put the file; the folder must exist.
  ///   - table: The name of the table.
  ///   - fields: The columns besides.
  ///   - srid: The reference system; nil when undeclared.
  ///   - replacing: Whether a file that is there already is replaced.
  /// - Throws: ``StoreError`` with code `alreadyExists` or `cannotWrite`, or `badData` when two
  ///   fields have one name, compared without case, or a field has none.
  public init(
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
  /// - Throws: ``StoreError`` with code `cannotWrite`, such as when the disk is full, or when a row has not one value
  ///   for each field.
  public func append(_ rows: [PointRow]) throws(StoreError) {
    let srsID = layer.srsID
    try layer.append(rows.map(\.values)) { GeometryBlob.encode(rows[$0].place, srsID: srsID) }
    for row in rows where row.place.isFinite { layer.grow(by: Envelope(row.place)) }
  }

  /// Completes the file and puts it in its place.
  ///
  /// - Precondition: It was not called before.
  /// - Throws: ``StoreError`` with code `alreadyExists` or `cannotWrite`.
  public func finish() throws(StoreError) { try layer.finish() }
}
