import ArgumentParser
import GeoSnap
import GeoSnapStore

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
  @Flag(help: "Replace existing files.") var force = false

  func validate() throws {
    if [geojson, svg].contains("-") { throw ValidationError("--geojson and --svg need a file.") }
  }

  /// Begins the requested files: one that cannot be written is an error before any work.
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

struct OutputFiles {
  let geojson: OutputFile?
  let svg: PictureFile?
  let config: OutputFile?

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

struct PictureOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Also draw a picture to this new file: SVG, or PNG if its name ends in .png.",
      valueName: "FILE"
    )
  )
  var svg: String?
  @Flag(help: "Replace an existing picture.") var force = false

  func validate() throws {
    try refuse(svg == "-", "--svg needs a file: `geosnap render` writes to stdout.")
    if force, svg == nil { throw ValidationError("--force needs --svg.") }
  }

  /// Begins the picture if one is requested: a file that cannot be written is an error before any work.
  func begin(_ input: NetworkArgument) throws -> PictureFile? {
    guard let svg else { return nil }
    try input.checkOutput(svg, option: "--svg")
    return try PictureFile(svg, replacing: force)
  }
}

extension PictureFile? {
  /// Draws the picture if one is requested; a network without drawable features gives a note on stderr instead.
  func draw(
    _ input: NetworkArgument,
    _ stored: StoredSnapshot,
    _ sheet: (NetworkIndex) throws -> MapSheet
  ) throws {
    guard let self else { return }
    try self.draw(of: input.index(stored), sheet)
  }
}

extension PictureFile {
  /// Draws the picture and puts it in its place, unless there are no drawable features.
  func draw(of index: NetworkIndex, _ sheet: (NetworkIndex) throws -> MapSheet) throws {
    guard let picture = try MapSheet.unlessUndrawable(path, { try sheet(index) }) else { return }
    try write(picture)
    try publish()
  }
}

struct PictureArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help:
      "The extent to draw; by default, a square around --at or, without --at, the whole network."
  )
  var extent: ExtentArgument?
  @Option(
    parsing: .unconditional,
    help: "The side of the square around --at to draw instead of --extent, \(LengthArgument.units)."
  )
  var size: LengthArgument?
  @Option(parsing: .unconditional, help: "The width of the picture, in pixels.")
  var width = Int(PictureFrame.standardWidth)

  func validate() throws {
    if extent != nil, size != nil { throw ValidationError("--extent does not go with --size.") }
    if let size, !(size.number > 0 && size.number.isFinite) || size.isInPixels {
      throw ValidationError("--size must be a finite number above 0, or a length such as 50m.")
    }
    try refuse(!(640...8000).contains(width), "--width must be from 640 to 8000.")
  }

  func frame(in network: EditedNetwork, _ reference: ReferenceArguments) throws -> PictureFrame {
    PictureFrame(
      extent: try extent.map { try reference.envelope($0, in: network) },
      size: try size?.inUnits(of: network.srid, option: "--size"),
      width: Double(width)
    )
  }
}

struct JSONOption: ParsableArguments {
  @Flag(help: "Print JSON.") var json = false

  func print(
    _ document: @autoclosure () throws -> JSONValue,
    _ lines: @autoclosure () throws -> [String]
  ) throws {
    if json { try document().print() } else { try printLines(lines()) }
  }
}
