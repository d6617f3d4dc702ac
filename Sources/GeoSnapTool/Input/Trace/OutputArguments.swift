import ArgumentParser
import GeoSnap
import GeoSnapStore

/// The files that a command writes in addition to its answer on stdout.
struct OutputArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Also write the result to this GeoJSON file.", valueName: "FILE"),
    completion: .file()
  )
  var geojson: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Also draw a picture to this file: SVG, or PNG if its name ends in .png.",
      valueName: "FILE"
    ),
    completion: .file()
  )
  var svg: String?
  @Flag(help: "Replace existing files.")
  var force = false

  func validate() throws {
    if [geojson, svg].contains("-") { throw ValidationError("--geojson and --svg need a file.") }
  }

  /// Begins the requested files: one that cannot be written is an error before any work.
  ///
  /// Throws ``Failure`` with the option.
  ///
  /// - `input`: The network, which must not be overwritten.
  /// - `config`: The file of `--write-config`.
  func begin(_ input: NetworkArgument, config: String? = nil) throws -> OutputFiles {
    let named = [("--geojson", geojson), ("--svg", svg), ("--write-config", config)]
      .compactMap { option, path in path.map { (option: option, path: $0) } }
    for output in named { try input.checkOutput(output.path, option: output.option) }
    try FileIdentity.refuseShared(named)
    return OutputFiles(
      geojson: try geojson.map { try OutputFile($0, replacing: force) },
      svg: try svg.map { try PictureFile($0, replacing: force) },
      config: try config.map { try OutputFile($0, replacing: force) }
    )
  }
}

/// The files of a command's output, begun.
struct OutputFiles {
  let geojson: OutputFile?
  let svg: PictureFile?
  let config: OutputFile?

  /// Writes the answer's files and puts them in their places.
  func write(
    _ input: NetworkArgument,
    _ stored: StoredSnapshot,
    geoJSON: (inout GeoJSONOutput) throws -> Void,
    sheet: (NetworkIndex) throws -> MapSheet
  ) throws {
    let form = GeoJSONForm(srid: stored.network.srid, isCollection: true)
    if let geojson {
      var stream = try GeoJSONOutput(geojson.sink, form)
      try geoJSON(&stream)
      try stream.end()
    }
    var picture: MapSheet?
    if let svg {
      let index = try input.index(stored)
      picture = try MapSheet.unlessUndrawable(svg.path) { try sheet(index) }
      if let picture { try svg.write(picture) }
    }
    try geojson?.publish()
    if picture != nil { try svg?.publish() }
    if geojson != nil { form.warn() }
  }
}
