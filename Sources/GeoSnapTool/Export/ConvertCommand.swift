import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

struct ConvertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract:
      "Converts features between GeoJSON, Esri JSON, CSV, WKT, WKB and GeoPackage.",
    discussion: """
      The first bytes of IN decide its format, except for CSV, which the ending decides. IN contains features, or \
      one geometry per line. CSV has the columns x and y, or a column named WKT; its values are texts. GeoJSON \
      without a member crs is in EPSG:4326; --srid gives another system. All geometries must be in one system. If \
      two columns of CSV or a GeoPackage have the same name, the second becomes NAME_2, and stderr reports it. CSV \
      and GeoPackages are written in two passes, so that IN must be a file. All columns are kept: a mapping of \
      `geosnap import gis` gives the column of the ids as "origin". To write the features of a network, use \
      `geosnap export`; to make a network from files, use `geosnap import gis`.

      JSON: {out, format, features, srid}.
      """
  )

  @Argument(help: "The file to read; - for stdin.", completion: .file())
  var input: String
  @Argument(
    help:
      "The file to write: .geojson, .geojsonl, .esrijson, .csv, .wkt, .wkb or .gpkg; - for stdout.",
    completion: .file()
  )
  var out: String
  @Option(help: "The table of the GeoPackage to read.")
  var table: String?
  @OptionGroup var csv: CSVArguments
  @Option(parsing: .unconditional, help: "The EPSG code of the coordinates in IN.")
  var srid: Int32?
  @OptionGroup var output: FeatureOutputArguments
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    try ReferenceOption.check(srid, "--srid")
    if json, out == "-" { throw ValidationError("--json needs a file: features go to stdout.") }
    guard (csv.x == nil) == (csv.y == nil) else { throw ValidationError("Give both --x and --y.") }
    try PointColumns.checkNumbers([csv.x, csv.y], noHeader: csv.noHeader)
  }

  func run() async throws {
    let format = try output.format ?? (out == "-" ? .geojson : FeatureFormat(path: out))
    let written = try await withProgress("Converting") { try convert(to: format, $0) }
    for (name, column) in written.renamed {
      note("\(column) is a new name for \(name.isEmpty ? "a column without one" : name).")
    }
    if json {
      try JSONValue.object([
        "out": .string(out), "format": .string(format.rawValue),
        "features": .integer(written.count), "srid": JSONValue(written.srid.map { Int($0) }),
      ]).print()
    } else if out != "-" {
      try printLines(["Wrote \(count(written.count, "feature")) to \(out)"])
    }
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
    let namesIDs = try format == .esrijson && input != "-" && source(in: srid).hasIDs
    if format.needsFields || output.toSrid != nil || namesIDs {
      guard input != "-" else {
        throw Failure.usage(
          "stdin is read once, and \(format.rawValue) needs two passes: give a file."
        )
      }
      var first = try source(in: srid)
      var read = 0
      while let record = try first.next() {
        read += 1
        try noteShare("Reading", read, of: first)
        fields.add(record)
        if let geometry = record.geometry { types.insert(geometry.type) }
        extent = Envelope.combining([extent, record.geometry?.envelope])
      }
      known = first.srid
      if format.needsFields || namesIDs { fields.addIDs() }
    }
    var source = try source(in: known)
    try source.settle()
    known = source.srid
    let way = try output.transformation(from: known, covering: extent)
    let system = way == nil ? known : output.toSrid
    let file = try FeatureFile(
      out,
      format,
      layer: output.layer
        ?? (out == "-"
          ? "features" : URL(fileURLWithPath: out).deletingPathExtension().lastPathComponent),
      geometryType: types.count == 1 ? types.first : nil,
      fields: fields,
      srid: system,
      replacing: output.force
    )
    while let feature = try source.next() {
      try file.write(way?.transform(feature, number: file.count + 1) ?? feature)
      try noteShare("Writing", file.count, of: source)
    }
    if let late = source.srid, late != known {
      throw Failure(
        exitCode: .badData,
        message:
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
        "In \(GeoSnapTool.count(reversed.count, "area")), first in feature \(reversed.feature), all rings run the "
          + "wrong way: Esri's outer rings run clockwise. They were read as if reversed."
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
