import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapProjection
import GeoSnapStore

struct ConvertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract:
      "Converts features between GeoJSON, Esri JSON, CSV, WKT, WKB and GeoPackage.",
    discussion: """
      IN contains features, or one geometry per line. Its first bytes decide its format, except that a file \
      with the ending .csv, .tsv or .txt is read as CSV. CSV has two columns of coordinates, such as x and y, \
      or a column of WKT; all other values of CSV are texts. GeoJSON without a member crs is in EPSG:4326, \
      unless --srid gives another reference system. All geometries must be in one reference system. If the \
      names of two columns of CSV or a GeoPackage are equal apart from case, the second column becomes NAME_2, \
      and stderr reports the new name. CSV, GeoPackages and --to-srid need two passes, so IN must be a file. \
      All columns are kept. The key of a table becomes the id of its features: a mapping of `geosnap import \
      gis` names the column of the ids as "origin". To write the features of a network, use `geosnap export`. \
      To make a network from files, use `geosnap import gis`.

      JSON: {out, format, features, srid}.
      """
  )

  @Argument(
    help: "The file to read, or the address of a database with a network; - for stdin.",
    completion: .file()
  )
  var input: String
  @Argument(
    help:
      "The file to write: .geojson, .geojsonl, .esrijson, .csv, .wkt, .wkb or .gpkg; - for stdout.",
    completion: .file()
  )
  var out: String
  @Option(help: "The table to read from the GeoPackage or the network.") var table: String?
  @OptionGroup var csv: CSVArguments
  @Option(parsing: .unconditional, help: "The EPSG code of the coordinates in IN.") var srid: Int32?
  @OptionGroup var output: FeatureOutputArguments
  @OptionGroup var form: JSONOption

  func validate() throws {
    try ReferenceOption.check(srid, "--srid")
    if form.json, out == "-" {
      throw ValidationError("--json needs a file as OUT: without one, features go to stdout.")
    }
    try csv.check()
  }

  func run() async throws {
    let format = try output.format(of: out)
    let written = try await withProgress("Converting") { try convert(to: format, $0) }
    for (name, column) in written.renamed {
      note("\(column) is a new name for \(name.isEmpty ? "a column without a name" : name).")
    }
    try output.tell(out, format, written.count, written.srid, asJSON: form.json)
  }

  private typealias Written = (count: Int, srid: SRID?, renamed: [(name: String, column: String)])

  private func convert(to format: FeatureFormat, _ bar: ProgressBar) throws -> Written {
    func noteShare(_ title: String, _ done: Int, of source: FeatureSource) throws {
      guard done & (1 << 10 - 1) == 0 else { return }
      try Task.checkCancellation()
      bar.note(title, done, of: "feature", share: source.share)
    }
    try OutputFolder.check(out)
    try FileIdentity.refuse(out, asOneOf: [(input, "the file to read")], "file")
    // CSV has a separate column for the geometry.
    var fields = FieldList(joinsCases: false, taken: format == .csv ? ["wkt"] : [])
    var known = srid
    var types: Set<GeometryType> = []
    var extent: Envelope?
    let opened = try format == .esrijson && input != "-" ? source(in: srid) : nil
    let namesIDs = opened?.hasIDs == true
    if format.needsFields || output.toSrid != nil || namesIDs {
      guard input != "-" else {
        throw Failure.usage(
          "stdin can be read only once, but \(format.needsFields ? format.rawValue : "--to-srid") needs two passes: "
            + "give a file."
        )
      }
      var first = try opened ?? self.source(in: srid)
      for field in first.columns ?? [] { fields.add(field) }
      var read = 0
      while let record = try first.next() {
        read += 1
        try noteShare("Reading", read, of: first)
        fields.add(record)
        if let geometry = record.geometry { types.insert(geometry.type) }
        extent = Envelope.combining([extent, record.geometry?.envelope])
      }
      known = first.srid
      // Keys of rows stay keys in another GeoPackage.
      let keepsKeys = format == .gpkg && first.columns != nil
      if format.needsFields || namesIDs, !keepsKeys { fields.addIDs() }
    }
    var source = try source(in: known)
    try source.settle()
    known = source.srid
    let way = try output.transformation(
      from: known,
      covering: extent,
      undeclared: " Give it with --srid."
    )
    let system = way == nil ? known : output.toSrid
    let file = try FeatureFile(
      out,
      format,
      output,
      geometryType: types.count == 1 ? types.first : nil,
      fields: fields,
      srid: system
    )
    while let feature = try source.next() {
      try file.write(way?.transform(feature, number: file.count + 1) ?? feature)
      try noteShare("Writing", file.count, of: source)
    }
    if let late = source.srid, late != known {
      throw Failure.badData(
        "\(InputFile.name(input)): The member crs comes after the features: give --srid \(late).",
        file: InputFile.name(input)
      )
    }
    try file.finish(undeclared: "give --srid")
    let name = PostgresAddress.withoutPasswords(in: input)
    for note in source.notes { GeoSnapTool.note("\(name): \(note)") }
    if let rounded = source.rounded {
      note(
        "\(GeoSnapTool.count(rounded.count, "whole number")) beyond 64 bits became the nearest double, first in "
          + "feature \(rounded.feature)."
      )
    }
    if let reversed = source.reversed {
      note(
        "In \(GeoSnapTool.count(reversed.count, "area")), first in feature \(reversed.feature), all rings "
          + "run the wrong way: Esri's exterior rings run clockwise. The rings were read as if reversed."
      )
    }
    // Other formats keep the names of attributes.
    let renamed = fields.renamed.filter { format.needsFields || $0.column == fields.idColumn }
    return (file.written, system, source.renamed + renamed)
  }

  private func source(in srid: SRID?) throws -> FeatureSource {
    try FeatureSource(input, table: table, csv: csv, srid: srid)
  }
}

enum FeatureFormat: String, ExpressibleByArgument, CaseIterable {
  case geojson
  /// A feature on each line.
  case geojsonl
  /// A feature set, as Esri's services return it.
  case esrijson
  /// A row for each feature, its geometry as well-known text in the column WKT.
  case csv
  /// Well-known text, a geometry on each line.
  case wkt
  /// Well-known binary as hexadecimal digits, a geometry on each line.
  case wkb
  case gpkg

  /// The format of a file's extension; throws ``Failure`` with the extensions.
  init(path: String) throws {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "geojson", "json": self = .geojson
    case "geojsonl", "geojsons", "ndjson", "jsonl": self = .geojsonl
    case "esrijson": self = .esrijson
    case "csv", "tsv": self = .csv
    case "wkt": self = .wkt
    case "wkb", "hex": self = .wkb
    case "gpkg": self = .gpkg
    case "shp":
      throw Failure.usage(
        "\(path) would be a shapefile: geosnap writes .geojson, .geojsonl, .esrijson, .csv, .wkt, .wkb and .gpkg. "
          + "To make a shapefile from a GeoPackage: ogr2ogr \(PastedCommand.quoted(path)) FILE.gpkg"
      )
    default:
      throw Failure.usage(
        "The name \(path) does not give a format: end it in .geojson, .geojsonl, .csv or .gpkg, or give "
          + "--format."
      )
    }
  }

  /// Whether all features have the same columns, which must be known before the first is written.
  var needsFields: Bool { self == .csv || self == .gpkg }

  var isGeoJSON: Bool { self == .geojson || self == .geojsonl }
}

struct FeatureOutputArguments: ParsableArguments {
  @Option(
    help: """
      The format: geojson, geojsonl, esrijson, csv, wkt, wkb or gpkg; by default, the format that the ending \
      of OUT names, or geojson on stdout.
      """
  )
  var format: FeatureFormat?
  @Option(help: "The name of the table in a GeoPackage; by default, the name of the file.")
  var layer: String?
  @Option(
    parsing: .unconditional,
    help: "The EPSG code of the reference system to transform geometries to, such as 4326."
  )
  var toSrid: Int32?
  @Flag(help: "Replace an existing file.") var force = false

  func validate() throws {
    try ReferenceOption.check(toSrid, "--to-srid")
    if layer?.isEmpty == true {
      throw ValidationError("--layer: The name of a table must not be empty.")
    }
  }

  /// The format of a file, or of stdout for `-`; throws ``Failure`` when its name does not give one.
  func format(of out: String) throws -> FeatureFormat {
    try format ?? (out == "-" ? .geojson : FeatureFormat(path: out))
  }

  /// Prints what was written; nothing where the features went to stdout.
  func tell(
    _ out: String,
    _ format: FeatureFormat,
    _ features: Int,
    _ srid: SRID?,
    asJSON: Bool
  ) throws {
    if asJSON {
      try JSONValue.object([
        "out": .string(out), "format": .string(format.rawValue), "features": .integer(features),
        "srid": JSONValue(srid.map { Int($0) }),
      ]).print()
    } else if out != "-" {
      try printLines(["Wrote \(count(features, "feature")) to \(out)"])
    }
  }

  /// The requested transformation, or nil for none; throws ``Failure`` when the source system is unknown.
  func transformation(
    from srid: SRID?,
    covering extent: Envelope?,
    undeclared remedy: String = ""
  ) throws -> CoordinateTransformation? {
    guard let toSrid, toSrid != srid else { return nil }
    guard let srid else {
      throw Failure.usage(
        "--to-srid: The reference system of the coordinates is not known.\(remedy)"
      )
    }
    do throws(ProjectionError) {
      return try CoordinateTransformation(from: srid, to: toSrid, covering: extent)
    } catch {
      // Where there is a transformation, but none for the area of the data, the data is wrong.
      let isData =
        error.code == .noTransformation && extent != nil
        && (try? CoordinateTransformation(from: srid, to: toSrid)) != nil
      throw Failure(exitCode: isData ? .badData : .usage, message: "--to-srid \(toSrid): \(error)")
    }
  }
}

extension CoordinateTransformation {
  /// The record in the target system; throws ``Failure`` when its coordinates cannot be transformed.
  func transform(_ record: FeatureRecord, number: Int) throws -> FeatureRecord {
    guard let geometry = record.geometry else { return record }
    do throws(ProjectionError) {
      var record = record
      record.geometry = try transform(geometry)
      return record
    } catch {
      throw Failure.badData("Feature \(number): \(error)")
    }
  }
}
