import ArgumentParser
import GeoSnap

/// How near a place must be, and how the map is looked at.
struct ToleranceArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "The radius, in the units of the network; or in pixels, such as 10px, with --view-scale."
  )
  var tolerance: ToleranceArgument?
  @Option(
    parsing: .unconditional,
    help: "The scale of the map, such as 500 for 1:500, when coordinates are in metres."
  )
  var viewScale: Double?

  func validate() throws {
    if let viewScale, !(viewScale > 0 && viewScale.isFinite) {
      throw ValidationError("--view-scale must be a number above 0.")
    }
    if case .pixels = tolerance?.tolerance, viewScale == nil {
      throw ValidationError("A --tolerance in pixels needs --view-scale.")
    }
  }

  /// Refuses pixels and scales for a network in degrees, where no length in metres is one in its units.
  func check(_ network: UtilityNetwork) throws {
    guard viewScale != nil, network.isInDegrees else { return }
    throw Failure.usage(
      "The network's coordinates are degrees: give --tolerance in degrees, without --view-scale."
    )
  }

  /// How the map is looked at; nil when nothing was said of it.
  var view: SnapView? { viewScale.map { SnapView(scale: $0) } }

  /// The radius in the units of the network; nil when none was given.
  var mapUnits: Double? { tolerance?.tolerance.radius(in: view) }

  /// The radius in the units of the network.
  ///
  /// - Throws: `ValidationError` when none was given.
  func required() throws -> Double {
    guard let mapUnits else {
      throw ValidationError("Missing expected argument '--tolerance <tolerance>'")
    }
    return mapUnits
  }
}

/// A radius on the command line: a number, 0 or more, with `px` behind it for pixels.
struct ToleranceArgument: ExpressibleByArgument {
  let tolerance: SnapTolerance

  init?(argument: String) {
    let isPixels = argument.hasSuffix("px")
    guard let number = Double(isPixels ? argument.dropLast(2) : argument[...]), number >= 0 else {
      return nil
    }
    tolerance = isPixels ? .pixels(number) : .mapUnits(number)
  }
}

extension SnapTolerance {
  /// The radius in the units of the network; nil for one in pixels without a view.
  func radius(in view: SnapView?) -> Double? {
    switch self {
    case .mapUnits(let distance): distance
    case .pixels(let pixels): view.map { pixels * $0.unitsPerPixel }
    }
  }
}
