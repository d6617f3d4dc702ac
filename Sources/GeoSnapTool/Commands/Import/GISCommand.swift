import ArgumentParser
import Foundation
import GeoSnapImport
import GeoSnapStore

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
    func path(_ file: String) -> String {
      URL(fileURLWithPath: file, relativeTo: folder).path
    }
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
  /// A data file, read piece by piece, or at once where it has no size, such as a pipe.
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
