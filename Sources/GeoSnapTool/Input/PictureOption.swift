import ArgumentParser
import GeoSnap
import GeoSnapStore

/// A picture that a verb draws beside its answer on stdout.
struct PictureOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A picture to draw of it as well: a new SVG file, or a PNG by its name.",
      valueName: "FILE"
    )
  )
  var svg: String?
  @Flag(help: "Replace the picture when it exists.")
  var force = false

  func validate() throws {
    if svg == "-" {
      throw ValidationError("--svg needs a file: `geosnap render` writes to stdout.")
    }
    if force, svg == nil { throw ValidationError("--force goes with --svg.") }
  }

  /// Begins the picture if one is wanted, so that what cannot be written is told before anything is worked
  /// out.
  ///
  /// - Parameter input: The network, which is not written over.
  /// - Returns: The picture; nil when none is wanted.
  /// - Throws: ``Failure`` that names the option.
  func begin(_ input: NetworkArgument) throws -> PictureFile? {
    guard let svg else { return nil }
    try input.checkOutput(svg, option: "--svg")
    return try PictureFile(svg, replacing: force)
  }
}

extension PictureFile? {
  /// Draws the picture if one is wanted; of a network of which nothing can be drawn there is none, and a
  /// note on stderr.
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
  /// Draws the picture and puts it in its place, unless nothing can be drawn.
  func draw(of index: NetworkIndex, _ sheet: (NetworkIndex) throws -> MapSheet) throws {
    guard let picture = try MapSheet.unlessUndrawable(path, { try sheet(index) }) else { return }
    try write(picture)
    try publish()
  }
}
