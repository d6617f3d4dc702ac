import ArgumentParser
import GeoSnap

/// How a picture is drawn.
struct PictureArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "What to show: a rectangle; by default what --at and --size say, or everything."
  )
  var extent: ExtentArgument?
  @Option(
    parsing: .unconditional,
    help: "Instead of --extent the sides of the square around --at, in the units of the network."
  )
  var size: Double?
  @Option(parsing: .unconditional, help: "The width of the picture, in pixels.")
  var width = Int(PictureFrame.standardWidth)

  func validate() throws {
    if extent != nil, size != nil { throw ValidationError("Give either --extent or --size.") }
    if let size, !(size > 0 && size.isFinite) {
      throw ValidationError("--size must be a number above 0.")
    }
    guard (640...8000).contains(width) else {
      throw ValidationError("--width must be from 640 to 8000.")
    }
  }

  /// What was asked for.
  var frame: PictureFrame {
    PictureFrame(extent: extent?.envelope, size: size, width: Double(width))
  }
}
