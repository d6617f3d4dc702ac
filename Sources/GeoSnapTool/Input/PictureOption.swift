import ArgumentParser
import GeoSnap
import GeoSnapStore

/// The option for a picture that a verb draws in addition to its answer on stdout.
struct PictureOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Also draw a picture to this new file: SVG, or PNG if its name ends in .png.",
      valueName: "FILE"
    )
  )
  var svg: String?
  @Flag(help: "Replace an existing picture.")
  var force = false

  func validate() throws {
    if svg == "-" {
      throw ValidationError("--svg needs a file: `geosnap render` writes to stdout.")
    }
    if force, svg == nil { throw ValidationError("--force needs --svg.") }
  }

  /// Begins the picture if one is requested: a file that cannot be written is an error before any work.
  ///
  /// Returns nil without one. Throws ``Failure`` with the option.
  ///
  /// - `input`: The network, which must not be overwritten.
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
