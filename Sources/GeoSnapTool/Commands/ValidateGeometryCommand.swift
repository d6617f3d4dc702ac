import ArgumentParser
import Foundation
import GeoSnap

struct ValidateGeometryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geometry",
    abstract: "Lists the problems of the geometries in a file: kind, place, part and ring.",
    discussion: """
      The file is GeoJSON or Esri JSON, or has one geometry per line: WKT, hexadecimal WKB, GeoJSON or Esri JSON, \
      detected per line; - is stdin. With --layer, it is a GeoPackage, or the address of a database with a network. \
      Documentation/Geometry.md explains the kinds. Geometries that cannot be read are listed on stderr, with byte and \
      line, and the rest is checked.

      JSON: {count, problems[{number, line, id, kind, location, part, ring, invalid}], errors[{message, offset, \
      line, id}]}; number counts the geometries from 1, including those that cannot be read; line is null unless the \
      file has one geometry per line, ring unless the part is a polygon, offset in a GeoPackage, the id of an error \
      unless it is a row of a GeoPackage.

      The exit code is 1 if there are problems, otherwise 3 if something could not be read.
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
  @Flag(help: "Print JSON.")
  var json = false

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
    if json { try output.document.print() } else { try printLines(output.lines) }
    for error in output.errors {
      Surroundings.current.tell("geosnap: \(error.text)")
    }
    let path = URL(fileURLWithPath: file)
    let isCSV = layer == nil && path.pathExtension.lowercased() == "csv"
    if isCSV, output.count == 0, !output.errors.isEmpty {
      let converted = path.deletingPathExtension().lastPathComponent + ".geojson"
      Surroundings.current.tell(
        "geosnap: This is CSV: convert it first, for example geosnap convert "
          + "\(PastedCommand.quoted(file)) \(PastedCommand.quoted(converted))"
      )
    }
    if !output.problems.isEmpty { throw ExitCode.networkErrors }
    if !output.errors.isEmpty { throw ExitCode.rowsLeftOut }
  }
}
