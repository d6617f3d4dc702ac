package import GeoSnap
package import GeoSnapProjection

/// The order and the directions of the axes of a reference system, as its authority defines them.
///
/// Geometries always have x to the east and y to the north. Over HTTP, the address of an EPSG system implies EPSG's
/// order, which often is northing first.
package struct AxisOrder: Sendable, Equatable {
  /// Whether the northward axis comes first.
  private let isNorthFirst: Bool
  /// Whether x points to the west.
  private let isWestward: Bool
  /// Whether y points to the south.
  private let isSouthward: Bool

  /// Easting or longitude first.
  static let eastNorth = AxisOrder(isNorthFirst: false, isWestward: false, isSouthward: false)
}

extension AxisOrder {
  package init(of system: SpatialReference) {
    let axes = system.axes
    guard axes.count >= 2 else {
      self = .eastNorth
      return
    }
    let directions = (axes[0].direction, axes[1].direction)
    if directions.0 == directions.1 {
      // Around the poles all axes point north, or all south: their names distinguish them.
      self.init(
        isNorthFirst: axes[0].name.lowercased().hasPrefix("northing"),
        isWestward: false,
        isSouthward: false
      )
      return
    }
    self.init(
      isNorthFirst: ["north", "south"].contains(directions.0),
      isWestward: directions.0 == "west" || directions.1 == "west",
      isSouthward: directions.0 == "south" || directions.1 == "south"
    )
  }

  /// A geometry with its coordinates in the authority's order.
  package func written(_ geometry: Geometry) -> Geometry {
    guard self != .eastNorth else { return geometry }
    return geometry.mappingSequences { sequence in
      let width = sequence.dimensions.count
      var ordinates = sequence.ordinates
      for index in sequence.indices {
        let x = isWestward ? -sequence[index].x : sequence[index].x
        let y = isSouthward ? -sequence[index].y : sequence[index].y
        ordinates[index * width] = isNorthFirst ? y : x
        ordinates[index * width + 1] = isNorthFirst ? x : y
      }
      return CoordinateSequence(trusted: ordinates, dimensions: sequence.dimensions)
    }
  }

  /// The x and y ranges, from west to east and from south to north, of two ranges in the authority's order.
  ///
  /// The first number of a range may be the greater one; the caller decides what that means.
  package func read(
    first: (Double, Double),
    second: (Double, Double)
  ) -> (x: (Double, Double), y: (Double, Double)) {
    let x = isNorthFirst ? second : first
    let y = isNorthFirst ? first : second
    return (isWestward ? (-x.1, -x.0) : x, isSouthward ? (-y.1, -y.0) : y)
  }
}
