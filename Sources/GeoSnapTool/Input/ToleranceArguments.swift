import ArgumentParser
import GeoSnap
import GeoSnapProjection

/// The tolerance, and the scale and resolution of the map.
struct ToleranceArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The radius, \(LengthArgument.units); or in pixels, such as 10px, with --view-scale."
    )
  )
  var tolerance: LengthArgument?
  @Option(
    parsing: .unconditional,
    help: "The scale of the map, such as 500 for 1:500; not for a network in degrees."
  )
  var viewScale: Double?

  func validate() throws {
    if let viewScale, !(viewScale > 0 && viewScale.isFinite) {
      throw ValidationError("--view-scale must be a finite number above 0.")
    }
    guard let tolerance else { return }
    try checkTolerance(tolerance)
    if tolerance.isInPixels, viewScale == nil {
      throw ValidationError("A --tolerance in pixels needs --view-scale.")
    }
  }

  /// The tolerance; throws `ValidationError` when none was given.
  func given() throws -> LengthArgument {
    guard let tolerance else {
      throw ValidationError("Missing expected argument '--tolerance <tolerance>'")
    }
    return tolerance
  }

  /// The scale and resolution of the map, or nil when they were not given; throws ``Failure`` for a network in
  /// degrees, where lengths in metres have no equivalent in its units.
  func view(of network: EditedNetwork) throws -> SnapView? {
    guard let viewScale else { return nil }
    guard !network.base.isInDegrees else {
      throw Failure.usage(
        "The network's coordinates are degrees: give --tolerance in degrees, without --view-scale."
      )
    }
    let system = network.srid.flatMap { try? SpatialReference(srid: $0) }
    return SnapView(scale: viewScale, metresPerUnit: system?.metresPerUnit ?? 1)
  }

  /// The radius in the units of the network; nil when none was given.
  func radius(in network: EditedNetwork) throws -> Double? {
    let view = try view(of: network)
    return try tolerance?.inUnits(of: network.srid, view: view, option: "--tolerance")
  }

  /// The radius in the units of the network; throws `ValidationError` when none was given.
  func required(in network: EditedNetwork) throws -> Double {
    let view = try view(of: network)
    return try given().inUnits(of: network.srid, view: view, option: "--tolerance")
  }
}

/// Refuses a tolerance that cannot be a radius.
func checkTolerance(_ tolerance: LengthArgument) throws {
  guard tolerance.number >= 0 else {
    throw ValidationError("--tolerance must be a number, 0 or more, not \(tolerance.text).")
  }
}
