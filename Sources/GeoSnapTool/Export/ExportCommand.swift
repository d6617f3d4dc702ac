import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes features of a network as GeoJSON, Esri JSON, CSV, WKT, WKB or GeoPackage.",
    discussion: """
      Each feature is written with its source, row, global id, asset group, asset type and origin, and with \
      its attributes by name. Coded values are written as codes or, with --names, as names. CSV contains \
      geometries as WKT. GeoJSON is in the reference system of the network unless --to-srid is given. Bytes \
      are written as hexadecimal digits. A feature is exported if it matches all given filters: one of the \
      sources, one of the asset types, all conditions, and the extent.

      JSON: {out, format, features, srid}.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Argument(
    help:
      "The file to write: .geojson, .geojsonl, .esrijson, .csv, .wkt, .wkb or .gpkg; - for stdout.",
    completion: .file()
  )
  var out: String
  @Option(
    help: "A source to export; may be given several times. By default, all sources.",
    completion: Completions.sources
  )
  var source: [String] = []
  @Option(
    help: "An asset type to export, as Source/Asset group/Asset type; may be given several times.",
    completion: Completions.assetTypes
  )
  var assetType: [String] = []
  @Option(
    name: .customLong("where"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A condition on an attribute, such as 'DIAMETER >= 110'; may be given several times.",
      valueName: "FIELD = VALUE"
    )
  )
  var conditions: [String] = []
  @Option(
    parsing: .unconditional,
    help: "Export only features that intersect the extent XMIN,YMIN,XMAX,YMAX."
  )
  var extent: ExtentArgument?
  @OptionGroup var reference: ReferenceArguments
  @Flag(help: "Write asset types and coded values as names.")
  var names = false
  @OptionGroup var output: FeatureOutputArguments
  @OptionGroup var form: JSONOption

  func validate() throws {
    if reference.srid != nil, extent == nil { throw ValidationError("--srid needs --extent.") }
    if form.json, out == "-" {
      throw ValidationError("--json needs a file as OUT: without one, features go to stdout.")
    }
  }

  func run() async throws {
    let format = try output.format(of: out)
    let filters = try conditions.map(AttributeFilter.init)
    try input.checkOutput(out, option: "file")
    let network = try await input.openPacked().network
    try checkSources(source, in: network)
    let export = try NetworkExport(
      network,
      sources: source,
      assetTypes: Set(try assetType.map(network.definition.assetType(argument:))),
      filters: filters,
      extent: try extent.map { try reference.envelope($0, in: EditedNetwork(network)) },
      usesNames: names
    )
    let way = try output.transformation(from: network.srid, covering: network.envelope)
    let srid = way == nil ? network.srid : output.toSrid
    let file = try FeatureFile(
      out,
      format,
      output,
      geometryType: export.geometryType,
      fields: export.fields,
      srid: srid
    )
    try await withProgress("Exporting \(input.name)") { bar in
      try export.visit(progress: bar.share) { record in
        try file.write(way?.transform(record, number: file.count + 1) ?? record)
      }
      try file.finish()
    }
    try output.tell(out, format, file.written, srid, asJSON: form.json)
  }
}
