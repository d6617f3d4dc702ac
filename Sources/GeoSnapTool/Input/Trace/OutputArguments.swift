import ArgumentParser
import GeoSnap

/// What a command writes beside its answer on stdout.
struct OutputArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A GeoJSON file to write of it as well.", valueName: "FILE")
  )
  var geojson: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A picture to draw of it as well: an SVG file.", valueName: "FILE")
  )
  var svg: String?
  @Flag(help: "Replace the files when they exist.")
  var force = false

  func validate() throws {
    if [geojson, svg].contains("-") { throw ValidationError("--geojson and --svg need a file.") }
  }

  /// Refuses to write over the network.
  func check(_ input: NetworkArgument) throws {
    if let geojson { try input.checkOutput(geojson, option: "--geojson") }
    if let svg { try input.checkOutput(svg, option: "--svg") }
  }

  /// Writes the files that are wanted.
  func write(
    _ input: NetworkArgument,
    _ network: UtilityNetwork,
    geoJSON: (inout GeoJSONStream) throws -> Void,
    sheet: (NetworkIndex) throws -> MapSheet
  ) throws {
    if let geojson {
      let file = try OutputFile(geojson, replacing: force)
      let form = GeoJSONForm(srid: network.srid, isCollection: true)
      var stream = try GeoJSONStream(file.sink, form)
      try geoJSON(&stream)
      try stream.end()
      try file.publish()
      form.warn()
    }
    if let svg {
      let index = try input.index(network)
      guard let picture = try MapSheet.unlessUndrawable(svg, { try sheet(index) })
      else { return }
      let file = try OutputFile(svg, replacing: force)
      try file.sink.write(Array(picture.svg().utf8))
      try file.publish()
    }
  }
}
