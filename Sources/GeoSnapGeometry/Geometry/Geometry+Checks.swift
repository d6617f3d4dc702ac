extension Geometry {
  /// The greatest magnitude of an ordinate that operations accept: its square does not overflow.
  package static var greatestOrdinate: Double { 1e150 }

  /// Refuses ordinates with which operations give wrong results or fail.
  package func checkPlane() throws(GeometryError) {
    let offending: Coordinate?
    switch self {
    case .collection(let collection):
      for member in collection.geometries { try member.checkPlane() }
      return
    case .point(let point):
      offending = point.coordinate.flatMap { isInRange($0.x, $0.y) ? nil : $0 }
    case .lineString(let line): offending = line.coordinates.firstOutOfRange
    case .polygon(let polygon): offending = polygon.coordinates.firstOutOfRange
    case .multiPoint, .multiLineString, .multiPolygon: offending = coordinates.firstOutOfRange
    }
    guard let offending else { return }
    guard offending.isFinite else {
      throw GeometryError(
        .nonFiniteOrdinate,
        "The \(type.name) has a coordinate that is not finite: \(offending)."
      )
    }
    throw GeometryError(
      .ordinateOutOfRange,
      "The \(type.name) has an ordinate beyond ±\(Geometry.greatestOrdinate): \(offending)."
    )
  }

  /// A sentence about the first x, y or z that is not finite or beyond ``greatestOrdinate``, with the remedy; nil if
  /// sound.
  package var unsoundOrdinate: String? {
    let sequence = coordinates
    if sequence.ordinates.allSatisfy({ $0.magnitude <= Geometry.greatestOrdinate }) { return nil }
    let width = sequence.dimensions.count
    let checked = sequence.dimensions.hasZ ? 3 : 2
    for (index, ordinate) in sequence.ordinates.enumerated()
    where index % width < checked && !(ordinate.magnitude <= Geometry.greatestOrdinate) {
      let vertex =
        sequence.count == 1 ? "The \(type.name)" : "Vertex \(index / width) of the \(type.name)"
      let name = ["x", "y", "height"][index % width]
      let value =
        ordinate.isNaN ? "NaN" : ordinate.isInfinite ? "\(ordinate)" : "\(ordinate), beyond 1e150"
      let remedy = name == "height" ? "give it a height, or leave heights out" : "correct it"
      return "\(vertex) has the \(name) \(value): \(remedy)."
    }
    return nil
  }
}

extension CoordinateSequence {
  /// The first coordinate that is not finite, or beyond ``Geometry/greatestOrdinate``.
  fileprivate var firstOutOfRange: Coordinate? {
    let ordinates = ordinates.span
    let width = dimensions.count
    var index = 0
    while index < ordinates.count {
      if !isInRange(ordinates[index], ordinates[index + 1]) {
        return Coordinate(x: ordinates[index], y: ordinates[index + 1])
      }
      index += width
    }
    return nil
  }
}

/// Whether operations accept both ordinates; NaN is not accepted.
@inline(__always) private func isInRange(_ x: Double, _ y: Double) -> Bool {
  x.magnitude <= Geometry.greatestOrdinate && y.magnitude <= Geometry.greatestOrdinate
}

/// Refuses a number that is not finite, beyond ``Geometry/greatestOrdinate`` or less than `least`.
package func checkArgument(
  _ name: String,
  _ value: Double,
  least: Double = -.infinity
) throws(GeometryError) {
  guard value.magnitude <= Geometry.greatestOrdinate, value >= least else {
    throw GeometryError(
      .invalidArgument,
      least.isFinite
        ? "\(name) must be a number from \(least) to \(Geometry.greatestOrdinate); got \(value)."
        : "\(name) must be a number within ±\(Geometry.greatestOrdinate); got \(value)."
    )
  }
}
