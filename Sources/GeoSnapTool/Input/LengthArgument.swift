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

  /// The number before the unit.
  let number: Double
  private let unit: Unit
  /// The argument as it was given.
  let text: String

  /// The units in metres.
  private static let metres: [(name: String, metres: Double)] = [
    ("km", 1_000), ("cm", 0.01), ("mm", 0.001), ("m", 1), ("mi", 1_609.344), ("yd", 0.9144),
    ("ft", 0.3048), ("in", 0.0254),
  ]

  /// The description of units in the help.
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

  /// A length in the units of the coordinates.
  init(_ number: Double) {
    self.number = number
    unit = .ofCoordinates
    text = "\(number)"
  }

  var isInPixels: Bool { unit == .pixel }

  /// Whether the reference system is needed to convert it to units of coordinates.
  var isOnGround: Bool { if case .metres = unit { true } else { false } }

  /// The length in the units of coordinates; throws ``Failure`` with what to give instead.
  ///
  /// - `view`: The scale and resolution of the map; nil when they were not given.
  /// - `option`: The option with the length.
  /// - `unknown`: The remedy where the reference system is unknown.
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
