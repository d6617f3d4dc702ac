import ArgumentParser
import Foundation
import GeoSnap

struct ValidateGeometryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geometry",
    abstract: "Lists all that is wrong with the geometries of a file: kind, place, part and ring.",
    discussion: """
      The file is GeoJSON, Esri JSON, or has one geometry a line: WKT, hexadecimal WKB, GeoJSON or Esri \
      JSON, told line by line; - is stdin. With --layer it is a GeoPackage. The kinds are explained in \
      Documentation/Geometry.md. What cannot be read is named on stderr, with byte and line, and the \
      rest is looked at.

      JSON: {count, problems[{number, line, id, kind, location, part, ring, invalid}], \
      errors[{message, offset, line}]}; number counts the geometries from 1, those that cannot be read \
      too, line is null unless there is one geometry a line, ring unless the part is a polygon.

      Exit code 1 when there are problems; else 3 when something could not be read.
      """
  )

  @Argument(help: "The file; - for stdin.", completion: .file())
  var file: String
  @Option(help: "The table, when the file is a GeoPackage.")
  var layer: String?
  @Flag(help: "Report features of several parts.")
  var single = false
  @Flag(
    help: "Report only what makes a geometry invalid in OGC's sense, spikes and duplicate parts."
  )
  var ogc = false
  @Option(help: "The way exterior rings must run: clockwise or counterclockwise.")
  var orientation: RingOrientationArgument?
  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    var expectations = ogc ? GeometryExpectations.ogc : GeometryExpectations()
    expectations.allowsMultipart = !single
    expectations.exteriorRings = orientation?.direction
    var output = GeometryValidationOutput(expectations)
    if let layer {
      try output.visit(layer: layer, of: file)
    } else {
      try output.visit(GeometryFile(path: file))
    }
    if json { try output.document.print() } else { try printLines(output.lines) }
    for error in output.errors {
      Surroundings.current.tell("geosnap: \(error)")
    }
    if !output.problems.isEmpty { throw ExitCode.networkErrors }
    if !output.errors.isEmpty { throw ExitCode.rowsLeftOut }
  }
}

enum RingOrientationArgument: String, ExpressibleByArgument, CaseIterable {
  case clockwise
  case counterclockwise

  var direction: RingDirection { self == .clockwise ? .clockwise : .counterclockwise }
}
