import ArgumentParser
import GeoSnap

/// The options for a picture.
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
    guard (640...8000).contains(width) else {
      throw ValidationError("--width must be from 640 to 8000.")
    }
  }

  /// The extent and the size of the picture; throws ``Failure`` for a length or a rectangle that is invalid in the
  /// network's system.
  func frame(in network: EditedNetwork, _ reference: ReferenceArguments) throws -> PictureFrame {
    PictureFrame(
      extent: try extent.map { try reference.envelope($0, in: network) },
      size: try size?.inUnits(of: network.srid, option: "--size"),
      width: Double(width)
    )
  }
}
