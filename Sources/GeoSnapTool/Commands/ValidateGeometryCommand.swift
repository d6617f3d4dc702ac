import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

struct ValidateGeometryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geometry",
    abstract: "Lists the problems of the geometries in a file: kind, place, part and ring.",
    discussion: """
      FILE is GeoJSON or Esri JSON, or has one geometry per line; - is stdin. Each line is WKT, hexadecimal \
      WKB, GeoJSON or Esri JSON. With --layer, FILE is a GeoPackage, or the address of a database with a \
      network. Documentation/Geometry.md explains the kinds of problems. Stderr lists the first ten geometries \
      that cannot be read, with byte and line. All other geometries are checked.

      JSON: {count, problems[{number, line, id, kind, location, part, ring, invalid}], errors[{message, \
      offset, line, id}]}; number counts the geometries from 1, including those that cannot be read. line is \
      null unless FILE has one geometry per line, and ring is null unless the part is a polygon. Of an error, \
      offset is null in a GeoPackage, and id is null elsewhere.

      The exit code is 1 if there are problems. If there are none, it is 3 if a geometry could not be read.
      """
  )

  @Argument(help: "The file; - for stdin.", completion: .file()) var file: String
  @Option(help: "The table of the GeoPackage or of the network.") var layer: String?
  @Flag(help: "Report features with several parts.") var single = false
  @Flag(help: "Do not report repeated vertices, or lines that meet themselves.") var ogc = false
  @Option(help: "The required orientation of exterior rings: clockwise or counterclockwise.")
  var orientation: RingDirection?
  @OptionGroup var form: JSONOption

  func run() throws {
    var expectations = ogc ? GeometryExpectations.ogc : GeometryExpectations()
    expectations.allowsMultipart = !single
    expectations.exteriorRings = orientation
    var output = GeometryValidationOutput(expectations)
    if let layer {
      try output.visit(layer: layer, of: file)
    } else {
      try output.visit(GeometryFile(path: file))
    }
    try form.print(output.document, output.lines)
    for line in try unreadableLines(output) { Surroundings.current.tell("geosnap: \(line)") }
    if !output.problems.isEmpty { throw ExitCode.networkErrors }
    if !output.errors.isEmpty { throw ExitCode.rowsLeftOut }
  }

  private func unreadableLines(_ output: GeometryValidationOutput) throws -> [String] {
    let most = 10
    var lines = output.errors.prefix(most).map(\.text)
    if output.errors.count > most {
      lines.append("and \(output.errors.count - most) more: --json lists all")
    }
    let path = URL(fileURLWithPath: file)
    let ending = path.pathExtension.lowercased()
    guard layer == nil, ["csv", "tsv"].contains(ending), output.count == 0, !output.errors.isEmpty
    else { return lines }
    let beginning = try ByteSource(path: file).peek(1 << 16)
    let header = String(decoding: beginning.prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
    let option = ending == "csv" ? PointColumns.delimiterOption(dividing: header) : nil
    let converted = path.deletingPathExtension().lastPathComponent + ".geojson"
    let convert =
      [file, converted].map(PastedCommand.quoted).joined(separator: " ")
      + (option.map { $0.hasSuffix("','") ? "" : " \($0)" } ?? "")
    return lines + ["This is CSV. Convert it first: geosnap convert \(convert)"]
  }
}

struct GeometryValidationOutput {
  struct Row {
    let number: Int
    let line: Int?
    let id: String?
    let problem: GeometryProblem
  }

  struct Unreadable {
    let message: String
    var offset: Int?
    var line: Int?
    var id: String?
    let text: String

    init(_ error: FormatError) {
      (message, offset, line) = (error.message, error.offset, error.line)
      text = "\(error)"
    }

    init(_ problem: NetworkProblem, of path: String) {
      (message, id) = (problem.message, problem.row)
      text = "\(path): \(problem)"
    }
  }

  let expectations: GeometryExpectations
  private(set) var count = 0
  /// The number of all geometries, including those that cannot be read.
  private var number = 0
  private(set) var problems: [Row] = []
  private(set) var errors: [Unreadable] = []

  init(_ expectations: GeometryExpectations) { self.expectations = expectations }

  mutating func visit(_ file: GeometryFile) throws {
    var file = file
    while let found = try file.next() {
      switch found {
      case .success(let item): visit(item.geometry, line: item.line, id: item.id)
      case .failure(let error):
        number += 1
        errors.append(Unreadable(error))
      }
    }
  }

  mutating func visit(layer: String, of path: String) throws {
    let found =
      try PostgresAddress.isAddress(path)
      ? NetworkPlace(path).readTable(layer)
      : ForeignTables(path).read(layer, brokenRows: .tolerated)
    let table = found.table
    let unreadable = Set(found.unreadable.compactMap(\.row))
    for row in 0..<table.count {
      let id = "\(table.rowIDs[row])"
      if let geometry = table.geometries[row] {
        visit(UncheckedGeometry(geometry), line: nil, id: id)
      } else if unreadable.contains(id) {
        number += 1
      }
    }
    errors += found.unreadable.map { Unreadable($0, of: path) }
  }

  private mutating func visit(_ geometry: UncheckedGeometry, line: Int?, id: String?) {
    count += 1
    number += 1
    for problem in geometry.problems(expectations) {
      problems.append(Row(number: number, line: line, id: id, problem: problem))
    }
  }

  var lines: [String] {
    let rows = problems.map { row in
      let place = row.line.map { "line \($0)" } ?? row.id.map { "feature \($0)" }
      return "\(place ?? "geometry \(row.number)"): \(row.problem)"
    }
    let bad = Set(problems.map(\.number)).count
    let summary = "\(count) geometries, \(bad) with problems, \(problems.count) problems"
    return rows + [errors.isEmpty ? summary : summary + "; \(errors.count) could not be read"]
  }

  var document: JSONValue {
    .object([
      "count": .integer(count),
      "problems": .objects(problems) { row in
        [
          "number": .integer(row.number), "line": JSONValue(row.line), "id": JSONValue(row.id),
          "kind": .string(row.problem.kind.rawValue),
          "location": JSONValue(row.problem.location),
          "part": .integer(row.problem.part), "ring": JSONValue(row.problem.ring),
          "invalid": .bool(row.problem.kind.makesInvalid),
        ]
      },
      "errors": .objects(errors) { error in
        [
          "message": .string(error.message), "offset": JSONValue(error.offset),
          "line": JSONValue(error.line), "id": JSONValue(error.id),
        ]
      },
    ])
  }
}

struct GeometryFile {
  struct Item {
    let geometry: UncheckedGeometry
    var line: Int?
    var id: String?
  }

  private let source: ByteSource
  private var reader: UncheckedReader

  init(path: String) throws {
    if PostgresAddress.isAddress(path) {
      throw Failure.usage("\(path) is a database: name the table with --layer.")
    }
    source = try ByteSource(path: path)
    try source.skipByteOrderMark()
    let beginning = try source.peek(1 << 16)
    if beginning.starts(with: "SQLite format 3\u{0}".utf8) {
      throw Failure.badData("\(path) is a GeoPackage: name the table with --layer.")
    }
    reader = UncheckedReader(startingWith: beginning)
  }

  mutating func next() throws -> Result<Item, FormatError>? {
    while true {
      do throws(FormatError) {
        if let found = try reader.next() {
          return .success(Item(geometry: found.geometry, line: found.line, id: found.id))
        }
      } catch { return .failure(error) }
      if reader.isFinished { return nil }
      var bytes: [UInt8] = []
      if try source.read(1 << 16, into: &bytes) { reader.append(bytes) } else { reader.finish() }
    }
  }
}
