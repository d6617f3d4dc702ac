public import GeoSnap

/// Two geometries and a few numbers, made of any bytes: mostly sound, small and full of coincidences,
/// sometimes with what operations have to refuse.
public struct EngineOperands: Sendable {
  public var first: Geometry
  public var second: Geometry
  /// A distance, tolerance or size, in the unit of the coordinates; may be anything.
  public var amount: Double
  /// A share, from -0.5 to 1.5.
  public var fraction: Double
  /// Chooses between the options of an operation.
  public var choice: Int

  public init(first: Geometry, second: Geometry, amount: Double, fraction: Double, choice: Int) {
    self.first = first
    self.second = second
    self.amount = amount
    self.fraction = fraction
    self.choice = choice
  }

  /// Makes operands of bytes; those that are missing count as 0.
  public init(bytes: [UInt8]) throws(GeometryError) {
    var source = OperandBytes(bytes)
    choice = Int(source.next())
    fraction = Double(source.next()) / 128 - 0.5
    let units = [1, 0.1, 1e-9, 100, 1e-3, 12345.678, 1, 0.25]
    let unit = units[Int(source.next() & 7)]
    amount = OperandBytes.amount(source.next(), unit: unit)
    let isSpoiled = source.next()
    let base = Coordinate(
      x: [0, 0, 3_417_460.25, -179, 1e15, 0, 0, 1][Int(isSpoiled & 7)],
      y: [0, 0, 5_369_562.5, 89, 0, 1e-300, 0, -1][Int(isSpoiled & 7)]
    )
    source.plane = OperandBytes.Plane(unit: unit, base: base, isSpoiled: isSpoiled >= 0xF8)
    first = try source.geometry(depth: 0)
    second = try source.geometry(depth: 0)
  }

  /// A place: the first of the second geometry, or a corner of the first.
  var place: Coordinate {
    second.coordinates.first ?? first.coordinates.first ?? Coordinate(x: 0, y: 0)
  }

  /// An amount that is more than 0 and not far below what the geometry measures.
  var step: Double {
    let extent = first.envelope.map { $0.width + $0.height } ?? 1
    let least = extent / 200
    return amount.isFinite && amount > least ? amount : max(least, 1e-300)
  }
}
