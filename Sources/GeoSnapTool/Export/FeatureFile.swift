import Foundation
import GeoSnap
import GeoSnapStore

/// A file of features, written feature by feature, which appears under its name when it is complete.
final class FeatureFile {
  private enum Sink {
    case text(OutputFile)
    case table(FeatureLayerWriter)
  }

  private let sink: Sink
  private let format: FeatureFormat
  private let fields: FieldList
  private let delimiter: UInt8
  private let form: GeoJSONForm
  private var stream: GeoJSONOutput?
  private var bytes: [UInt8]
  private var rows: [LayerRow] = []
  /// The number of features that were passed to ``write(_:)``, including those left out.
  private(set) var count = 0
  var written: Int { count - withoutGeometry }
  /// The number of features without geometry, which formats of geometries alone leave out.
  private(set) var withoutGeometry = 0
  /// The number of geometries that lost their measures, which GeoJSON cannot hold.
  private(set) var withoutMeasures = 0
  /// The number of geometries that lost a Z that is not finite, and the first such feature.
  private(set) var withoutHeights: (count: Int, feature: Int)?
  /// The number of values that are not finite, which JSON cannot hold.
  private(set) var infinite = 0

  private static let blockSize = 1 << 16
  private static let rowsAtOnce = 1_000

  init(
    _ path: String,
    _ format: FeatureFormat,
    _ arguments: FeatureOutputArguments,
    geometryType: GeometryType?,
    fields: FieldList,
    srid: SRID?
  ) throws {
    self.format = format
    self.fields = fields
    delimiter = UInt8(ascii: path.lowercased().hasSuffix(".tsv") ? "\t" : ",")
    form = GeoJSONForm(srid: srid, isCollection: format == .geojson)
    bytes = Self.head(format, fields, srid, delimiter)
    guard format == .gpkg else {
      let file = try OutputFile(path, replacing: arguments.force)
      sink = .text(file)
      if format.isGeoJSON { stream = try GeoJSONOutput(file.sink, form) }
      return
    }
    guard path != "-" else { throw Failure.usage("A GeoPackage needs a file, not stdout.") }
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let writer = try FeatureLayerWriter(
      path,
      table: arguments.layer ?? name,
      geometryType: geometryType,
      fields: fields.fields,
      srid: srid,
      replacing: arguments.force
    )
    sink = .table(writer)
  }

  /// The bytes before the first feature, of formats that this type writes.
  private static func head(
    _ format: FeatureFormat,
    _ fields: FieldList,
    _ srid: SRID?,
    _ delimiter: UInt8
  ) -> [UInt8] {
    switch format {
    case .esrijson:
      let system = srid.map { #""spatialReference":{"wkid":\#($0)},"# } ?? ""
      return Array("{\(system)\"features\":[\n".utf8)
    case .csv:
      var bytes = Array("WKT".utf8)
      for field in fields.fields {
        bytes.append(delimiter)
        bytes.appendCSV(field.name, delimiter: delimiter)
      }
      return bytes + "\n".utf8
    case .geojson, .geojsonl, .wkt, .wkb, .gpkg: return []
    }
  }

  /// Writes a feature; throws ``Failure`` when the format cannot hold it, or the output cannot be written.
  func write(_ record: FeatureRecord) throws {
    count += 1
    let geometry = record.geometry
    switch sink {
    case .table(let writer):
      let values = fields.values(of: record, missing: .null) { $0.attribute($1.storage) }
      var row = LayerRow(geometry: geometry, values: values)
      // An id without a column is the key of a row.
      if fields.idColumn == nil, case .integer(let key)? = record.id { row.rowID = Int64(key) }
      rows.append(row)
      if rows.count >= FeatureFile.rowsAtOnce { try flush(writer) }
    case .text(let file):
      try writeText(geometry, record)
      if bytes.count >= FeatureFile.blockSize {
        try file.sink.write(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
  }

  private func writeText(_ geometry: Geometry?, _ record: FeatureRecord) throws {
    if format.isGeoJSON || format == .esrijson {
      for case .number(let number) in record.properties.map(\.value) where !number.isFinite {
        infinite += 1
      }
    }
    switch format {
    case .geojson, .geojsonl:
      if geometry?.hasM == true { withoutMeasures += 1 }
      var shape = geometry?.removingM()
      if let tall = shape, tall.hasZ, !tall.isFinite {
        withoutHeights = ((withoutHeights?.count ?? 0) + 1, withoutHeights?.feature ?? count)
        shape = tall.removingZ()
      }
      // RFC 7946 requires counterclockwise exterior rings.
      try stream?.add(
        shape?.orientingRings(.counterclockwise),
        id: record.id,
        properties: record.properties.map { ($0.name, $0.value) }
      )
    case .esrijson:
      if count > 1 { bytes += ",\n".utf8 }
      bytes += #"{"attributes":"#.utf8
      var members = Dictionary(
        record.properties.map { ($0.name, $0.value) },
        uniquingKeysWith: { first, _ in first }
      )
      if let id = record.id {
        let name = fields.idColumn ?? "id"
        guard members.updateValue(id, forKey: name) == nil else {
          throw Failure.badData(
            "Feature \(count) has an id and an attribute \(name): convert a file instead of stdin, so that "
              + "the id gets another name."
          )
        }
      }
      bytes.append(.object(members))
      if let geometry {
        bytes += #","geometry":"#.utf8
        do { bytes += try geometry.esriJSON().utf8 } catch {
          throw Failure.badData("Feature \(count): \(error)")
        }
      }
      bytes += "}".utf8
    case .csv:
      bytes.appendCSV(geometry?.wkt ?? "", delimiter: delimiter)
      let texts = fields.values(of: record, missing: "") { value, _ in value.plainText }
      for text in texts {
        bytes.append(delimiter)
        bytes.appendCSV(text, delimiter: delimiter)
      }
      bytes += "\n".utf8
    case .wkt, .wkb:
      guard let geometry else {
        withoutGeometry += 1
        return
      }
      let includesSRID = geometry.srid != nil
      bytes += (format == .wkt ? geometry.wkt : geometry.hexWKB(includingSRID: includesSRID)).utf8
      bytes += "\n".utf8
    case .gpkg: preconditionFailure("A GeoPackage is no text")
    }
  }

  private func flush(_ writer: FeatureLayerWriter) throws {
    try writer.append(rows)
    rows.removeAll(keepingCapacity: true)
  }

  /// Completes the file, puts it in its place, and reports on stderr what the format cannot hold; throws ``Failure``
  /// when the file cannot be written.
  func finish(undeclared remedy: String? = nil) throws {
    switch sink {
    case .table(let writer):
      try flush(writer)
      try writer.finish()
    case .text(let file):
      if format == .esrijson { bytes += "\n]}\n".utf8 }
      try file.sink.write(bytes)
      try stream?.end()
      try file.publish()
    }
    if format.isGeoJSON { form.warn(undeclared: remedy) }
    if withoutMeasures > 0 {
      note(
        "GeoJSON has no place for measures: \(GeoSnapTool.count(withoutMeasures, "feature")) lost them."
      )
    }
    if let withoutHeights {
      note(
        "GeoJSON has no place for a Z that is NaN or infinite: "
          + "\(GeoSnapTool.count(withoutHeights.count, "feature")) lost Z, first in feature "
          + "\(withoutHeights.feature)."
      )
    }
    if infinite > 0 {
      note("JSON has no NaN and no infinity: \(GeoSnapTool.count(infinite, "value")) became null.")
    }
    if withoutGeometry > 0 {
      note(
        withoutGeometry.counting("feature without geometry was", "features without geometry were")
          + " left out."
      )
    }
  }
}
