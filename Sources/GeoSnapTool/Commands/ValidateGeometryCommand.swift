import ArgumentParser
import Foundation
import GeoSnap

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

  @Argument(help: "The file; - for stdin.", completion: .file())
  var file: String
  @Option(help: "The table of the GeoPackage or of the network.")
  var layer: String?
  @Flag(help: "Report features with several parts.")
  var single = false
  @Flag(help: "Do not report repeated vertices, or lines that meet themselves.")
  var ogc = false
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

  /// The first geometries that cannot be read, the number of the others, and the step for a table of text.
  private func unreadableLines(_ output: GeometryValidationOutput) throws -> [String] {
    let most = 10
    var lines = output.errors.prefix(most).map(\.text)
    if output.errors.count > most {
      lines.append("and \(output.errors.count - most) more: --json lists all")
    }
    let path = URL(fileURLWithPath: file)
    let ending = path.pathExtension.lowercased()
    guard layer == nil, ["csv", "tsv"].contains(ending), output.count == 0,
      !output.errors.isEmpty
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
