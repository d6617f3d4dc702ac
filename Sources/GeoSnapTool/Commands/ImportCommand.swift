import ArgumentParser
import Foundation
import GeoSnapImport
import GeoSnapStore

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Makes a network from a file of another program.",
    discussion: """
      Every element of FILE becomes features, or the report lists it as not imported. The attribute ORIGIN of \
      each feature names its element in FILE, such as bus/17 or line/42.
      """,
    subcommands: [
      EpanetCommand.self, SwmmCommand.self, OpenDSSCommand.self, PandapowerCommand.self,
      PandapipesCommand.self, EsriCommand.self, GISCommand.self, DefinitionCommand.self,
    ]
  )
}

struct SwmmCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swmm",
    abstract: "Imports a SWMM input file.",
    discussion: """
      Outfalls are subnetwork controllers. The name of each subnetwork is the origin of its outfall, such as \
      node/O1. Pumps, orifices, weirs and outlets become devices halfway along their link. Pump status and \
      flap gates are ignored.

      \(ImportArguments.discussion)
      """
  )

  @OptionGroup var arguments: ImportArguments

  func run() async throws {
    try await arguments.run(SwmmImporter(options: arguments.options), kind: .swmm)
  }
}

struct PandapowerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pandapower",
    abstract: "Imports a file that pandapower.to_json has written.",
    discussion: ImportArguments.discussion
  )

  @OptionGroup var arguments: ImportArguments

  func run() async throws {
    try await arguments.run(PandapowerImporter(options: arguments.options), kind: .pandapower)
  }
}

struct PandapipesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pandapipes",
    abstract: "Imports a file that pandapipes.to_json has written.",
    discussion: ImportArguments.discussion
  )

  @OptionGroup var arguments: ImportArguments

  func run() async throws {
    try await arguments.run(PandapipesImporter(options: arguments.options), kind: .pandapipes)
  }
}

struct EpanetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "epanet",
    abstract: "Imports an EPANET input file, and optionally a table of isolation valves.",
    discussion: """
      Reservoirs are subnetwork controllers. The name of each subnetwork is the origin of its reservoir, such as \
      node/Lake. Tanks are sources too: an isolation trace also isolates its start from tanks. Pumps, valves, \
      check valves and closed pipes become devices halfway along their link.

      \(ImportArguments.discussion)
      """
  )

  @OptionGroup var arguments: ImportArguments
  @Option(
    help: ArgumentHelp(
      "A table of isolation valves with the columns link and node.",
      valueName: "csv"
    )
  )
  var valves: String?
  @Flag(help: "Make tanks subnetwork controllers, like reservoirs.") var tankControllers = false
  @Flag(help: "Do not count tanks as sources: an isolated part may stay connected to them.")
  var ignoreTanks = false

  func validate() throws {
    if tankControllers, ignoreTanks {
      throw ValidationError("--tank-controllers does not go with --ignore-tanks.")
    }
  }

  func run() async throws {
    let tanks: EpanetImporter.Tanks =
      ignoreTanks ? .ignored : tankControllers ? .controllers : .sources
    try await arguments.run(
      EpanetImporter(options: arguments.options, tanks: tanks),
      files: [arguments.file] + [valves].compactMap(\.self),
      kind: .epanet
    )
  }
}

struct OpenDSSCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "opendss",
    abstract: "Imports an OpenDSS circuit from the tables that Scripts/export_opendss.py writes.",
    discussion: """
      FILE is the folder with buses.csv, elements.csv and, if there are fuses, fuses.csv (fuse, \
      element, terminal, open).

      \(ImportArguments.discussion)
      """
  )

  @OptionGroup var arguments: ImportArguments
  @Flag(help: "Omit assemblies, poles and substations.") var noAssemblies = false

  func run() async throws {
    try await arguments.run(
      OpenDSSImporter(options: arguments.options, makesAssemblies: !noAssemblies),
      files: try tables()
    )
  }

  private func tables() throws -> [String] {
    let folder = FolderArgument(path: arguments.file, ending: ".csv")
    let tables = ["buses.csv", "elements.csv", "fuses.csv"]
    return try folder.names().filter { tables.contains($0.lowercased()) }
      .map { folder.place(of: $0).path }
  }
}

struct EsriCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "esri",
    abstract: "Imports the responses of a utility network's feature service.",
    discussion: """
      FILE is a folder with dataElement.json. It may also have layer-ID.json, query-ID.json (further pages \
      query-ID-2.json and so on), rules.json, associations.json and subnetworks.json. Documentation/Import-Esri.md \
      describes how to download them.

      """ + ImportArguments.discussion
  )

  @OptionGroup var arguments: ImportArguments

  func run() async throws {
    let folder = FolderArgument(path: arguments.file, ending: ".json")
    let names = try folder.names()
    if !names.contains(where: folder.isRead),
      names.contains(where: { $0.lowercased().hasSuffix("domainnetworks.csv") })
    {
      throw Failure.usage(
        "\(arguments.file) holds CSV files of Esri's properties extractor, not responses of a feature service. To make a "
          + "network without features from them: geosnap import definition \(PastedCommand.quoted(arguments.file)) "
          + "\(PastedCommand.quoted(arguments.out))"
      )
    }
    let files = names.filter(folder.isRead).map { folder.place(of: $0).path }
    try await arguments.run(EsriServiceImporter(options: arguments.options), files: files)
  }
}

struct GISCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gis",
    abstract: "Imports layers of a GIS with a mapping file.",
    discussion: """
      FILE is the mapping, in JSON. It names the data of each layer (GeoJSON, or a table of a GeoPackage), the \
      fields for asset type, global id, origin and network attributes, and the rules. \
      Documentation/Import-GIS.md describes the format. Paths in the mapping are relative to the folder of \
      FILE.

      \(ImportArguments.discussion)
      """
  )

  @OptionGroup var arguments: ImportArguments

  func run() async throws {
    let mapping = try ImportArguments.open(arguments.file)
    try ImportKind.gis.check(mapping)
    let folder = URL(fileURLWithPath: arguments.file).deletingLastPathComponent()
    func path(_ file: String) -> String { URL(fileURLWithPath: file, relativeTo: folder).path }
    var sources: [GISSource] = []
    // Each file is opened once, however many of its tables are used.
    var opened: [String: ForeignTables] = [:]
    for data in try GISImporter.data(of: mapping) {
      let path = path(data.file)
      try arguments.refuseOut(as: path)
      guard let name = data.table else {
        sources.append(try InputFile.source(data, at: path))
        continue
      }
      let tables = try opened[path] ?? ForeignTables(path)
      opened[path] = tables
      sources.append(
        .table(data) {
          let rows = try tables.read(name)
          var table = GISTable(file: data.file, table: name, srid: rows.srid, rows: rows.table)
          table.systemProblem = rows.systemProblem
          table.notes = rows.notes.map { "\(data.file): \($0)" }
          return table
        }
      )
    }
    let importer = GISImporter(options: arguments.options)
    let found = sources
    try await arguments.run {
      try await importer.read(
        mapping,
        from: found,
        named: arguments.file,
        appendingTo: $0,
        progress: $1
      )
    }
  }
}

extension InputFile {
  fileprivate static func source(
    _ data: GISImporter.DataReference,
    at path: String
  ) throws -> GISSource {
    guard let size = size(path) else {
      let bytes = try bytes(path)
      return .file(data, byteCount: bytes.count) {
        var rest: [UInt8]? = bytes
        return {
          defer { rest = nil }
          return rest
        }
      }
    }
    return .file(data, byteCount: size) { try pieces(path) }
  }
}
