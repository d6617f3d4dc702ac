import ArgumentParser
package import GeoSnap
import GeoSnapProjection

/// A length on the command line: a number in the units of the coordinates, or a number with a unit, such as `10px`,
/// `5m`, `3ft` or `0.5km`.
package struct LengthArgument: ExpressibleByArgument {
  private enum Unit: Equatable {
    case ofCoordinates
    case pixel
    case metres(Double)
  }

  let number: Double
  private let unit: Unit
  let text: String

  private static let metres: [(name: String, metres: Double)] = [
    ("km", 1_000), ("cm", 0.01), ("mm", 0.001), ("m", 1), ("mi", 1_609.344), ("yd", 0.9144),
    ("ft", 0.3048), ("in", 0.0254),
  ]

  static let units = "in the units of the network, or with a unit, such as 5m, 3ft or 0.5km"

  init?(argument: String) {
    text = argument
    if let number = Double(argument) {
      guard !number.isNaN else { return nil }
      (self.number, unit) = (number, .ofCoordinates)
      return
    }
    func number(before unit: String) -> Double? {
      guard argument.lowercased().hasSuffix(unit) else { return nil }
      var number = argument.dropLast(unit.count)
      while number.last == " " { number.removeLast() }
      return Double(number).flatMap { $0.isFinite ? $0 : nil }
    }
    if let pixels = number(before: "px") {
      (self.number, unit) = (pixels, .pixel)
      return
    }
    for (name, metres) in LengthArgument.metres {
      guard let number = number(before: name) else { continue }
      (self.number, unit) = (number, .metres(metres))
      return
    }
    return nil
  }

  init(_ number: Double) {
    self.number = number
    unit = .ofCoordinates
    text = "\(number)"
  }

  var isInPixels: Bool { unit == .pixel }

  var isOnGround: Bool { if case .metres = unit { true } else { false } }

  package func inUnits(
    of srid: SRID?,
    view: SnapView? = nil,
    option: String,
    ifUnknown unknown: String = "The network does not declare its reference system, so the "
      + "length of its unit is unknown. Give a number without a unit."
  ) throws -> Double {
    switch unit {
    case .ofCoordinates: return number
    case .pixel:
      guard let view else {
        throw Failure.usage("\(option) \(text): A length in pixels needs --view-scale.")
      }
      return number * view.unitsPerPixel
    case .metres(let metres):
      guard let srid else { throw Failure.usage("\(option) \(text): \(unknown)") }
      guard let system = try? SpatialReference(srid: srid) else {
        throw Failure.usage(
          "\(option) \(text): PROJ does not know EPSG:\(srid), so the length of its unit is unknown. Give a number "
            + "without a unit."
        )
      }
      guard let unit = system.metresPerUnit else {
        guard system.isInDegrees else {
          throw Failure.usage(
            "\(option) \(text): The unit of EPSG:\(srid) is not a length of a projected system. Give a number without a unit."
          )
        }
        let degrees = plain(number * metres / 111_320)
        throw Failure.usage(
          "\(option) \(text): Coordinates of EPSG:\(srid) are degrees, and the length of a degree varies. Give a "
            + "number of degrees: \(text) is \(degrees) degrees of latitude."
        )
      }
      return number * metres / unit
    }
  }

  /// The length in metres on the ground; a number without a unit is in metres.
  func inMetres(option: String) throws -> Double {
    switch unit {
    case .ofCoordinates: return number
    case .metres(let metres): return number * metres
    case .pixel:
      throw Failure.usage("\(option) \(text): A length on the ground cannot be in pixels.")
    }
  }
}

extension SpatialReference {
  /// The length of a unit of x and y; nil for degrees and other units that are not lengths.
  var metresPerUnit: Double? {
    guard kind == .projected, let factor = axes.first?.unitFactor, factor > 0 else { return nil }
    return factor
  }
}

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

func checkTolerance(_ tolerance: LengthArgument) throws {
  guard tolerance.number >= 0 else {
    throw ValidationError("--tolerance must be a number, 0 or more, not \(tolerance.text).")
  }
}
