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
  @Flag(help: "Write asset types and coded values as names.") var names = false
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

/// The features of a network as records with attributes by name.
struct NetworkExport {
  private let network: UtilityNetwork
  private let usesNames: Bool
  private let tables: [Int]
  private let filters: [AttributeFilter]
  private let assetTypes: Set<AssetTypeID>
  private let extent: Geometry?
  /// The columns before those of the tables, renamed where a table has a column of the same name.
  private let ownNames: [String]
  let fields: FieldList

  /// - `sources`: The sources to export; all when empty.
  /// - `assetTypes`: The asset types to export; all when empty.
  init(
    _ network: UtilityNetwork,
    sources: [String],
    assetTypes: Set<AssetTypeID>,
    filters: [AttributeFilter],
    extent: Envelope?,
    usesNames: Bool
  ) throws {
    self.network = network
    self.usesNames = usesNames
    self.filters = filters
    self.assetTypes = assetTypes
    self.extent = extent.map { Geometry($0, srid: network.srid) }
    let names = Set(sources.map { $0.lowercased() })
    let ids = Set(assetTypes.map(\.sourceID))
    let tables = network.tables.indices.filter { number in
      let table = network.tables[number]
      return (names.isEmpty || names.contains(table.name.lowercased()))
        && (ids.isEmpty || table.sourceID.map(ids.contains) ?? false)
    }
    self.tables = tables
    for filter in filters { try filter.check(network, tables) }
    let taken = Set(tables.flatMap { network.tables[$0].fields.map { $0.name.lowercased() } })
    let own = ["SOURCE", "OBJECTID", "GLOBALID", "ASSETGROUP", "ASSETTYPE", "ORIGIN"].map { name in
      var name = name
      while taken.contains(name.lowercased()) { name += "_1" }
      return name
    }
    ownNames = own
    var fields = FieldList()
    let code: AttributeField.Storage = usesNames ? .text : .integer
    for (name, storage) in zip(
      own,
      [.text, .integer, .text, code, code, .text] as [AttributeField.Storage]
    ) { fields.add(name, storage) }
    for number in tables {
      for field in network.tables[number].fields {
        let isNamed = usesNames && network.definition.hasCodedNames(field.name)
        fields.add(field.name, isNamed || field.storage == .blob ? .text : field.storage)
      }
    }
    self.fields = fields
  }

  /// The type of all geometries; nil where they differ.
  var geometryType: GeometryType? {
    let types = Set(
      tables.flatMap { number in network.tables[number].geometries.lazy.compactMap { $0?.type } }
    )
    return types.count == 1 ? types.first : nil
  }

  /// Calls `body` with each feature, table by table, in the order of rows; throws `CancellationError` too.
  func visit(progress: (Double) -> Void, _ body: (FeatureRecord) throws -> Void) throws {
    let all = tables.reduce(0) { $0 + network.tables[$1].count }
    var visited = 0
    for number in tables {
      let table = network.tables[number]
      let matchers = filters.compactMap { $0.matcher(network, table: number) }
      guard matchers.count == filters.count else { continue }
      for row in 0..<table.count {
        visited += 1
        if visited & (1 << 10 - 1) == 0 {
          try Task.checkCancellation()
          progress(Double(visited) / Double(all))
        }
        if !assetTypes.isEmpty, !(table.assetTypeID(of: row).map(assetTypes.contains) ?? false) {
          continue
        }
        guard matchers.allSatisfy({ $0(row) }), try meetsExtent(table.geometries[row]) else {
          continue
        }
        try body(record(FeatureID(table: number, row: row)))
      }
    }
  }

  private func meetsExtent(_ geometry: Geometry?) throws -> Bool {
    guard let extent else { return true }
    guard let geometry, let envelope = geometry.envelope, let wanted = extent.envelope,
      wanted.intersects(envelope)
    else { return false }
    return try wanted.contains(envelope) || geometry.intersects(extent)
  }

  private func record(_ feature: FeatureID) -> FeatureRecord {
    let table = network.tables[Int(feature.table)]
    let row = Int(feature.row)
    let type = network.assetType(of: feature)
    let own: [JSONValue] = [
      .string(table.name), .integer(Int(table.rowIDs[row])),
      JSONValue(table.globalIDs[row]?.description),
      usesNames ? JSONValue(type?.group.name) : JSONValue(type?.group.code),
      usesNames ? JSONValue(type?.type.name) : JSONValue(type?.type.code),
      JSONValue(table.origins[row]),
    ]
    var properties = Array(zip(ownNames, own)).map { (name: $0, value: $1) }
    for (position, field) in table.fields.enumerated() {
      let value = table.attributes[position][row]
      let name = usesNames ? network.codedName(of: field.name, of: feature) : nil
      properties.append((field.name, name.map { .string($0) } ?? JSONValue(value)))
    }
    return FeatureRecord(geometry: table.geometries[row], properties: properties)
  }
}

extension NetworkDefinition {
  /// Whether codes in a field may have names: a network attribute that is assigned to it has a domain.
  fileprivate func hasCodedNames(_ field: String) -> Bool {
    networkAttributes.contains { attribute in
      domain(of: attribute) != nil
        && attribute.assignments.contains { $0.fieldName.lowercased() == field.lowercased() }
    }
  }
}
