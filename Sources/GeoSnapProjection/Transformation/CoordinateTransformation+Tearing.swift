internal import GeoSnap

extension CoordinateTransformation {
  /// Refuses a geometry whose segments go around the other side of the world after the transformation.
  ///
  /// The middle of a torn segment is half a world away from the middle of its ends; that of a long and bent segment
  /// is nearer. Only segments as long as half the world are checked.
  func checkWhole(_ before: Geometry, _ after: Geometry) throws(ProjectionError) {
    let limit: Double
    switch target.kind {
    case .geographic: limit = .pi / target.axes[0].unitFactor
    case .projected: limit = 1e7 / target.axes[0].unitFactor
    default: return
    }
    guard let envelope = after.envelope, envelope.width > limit || envelope.height > limit else {
      return
    }
    for (old, new) in zip(before.paths, after.paths) where new.count > 1 {
      for index in 1..<new.count {
        let image = (new[index - 1], new[index])
        let length = image.0.distance(to: image.1)
        guard length > limit else { continue }
        let middle = try transform(Self.middle(old[index - 1], old[index]))
        guard middle.distance(to: Self.middle(image.0, image.1)) > 0.49 * length else { continue }
        throw ProjectionError(
          .torn,
          "The segment from \(old[index - 1]) to \(old[index]) in \(source) is torn in \(target), at the "
            + "antimeridian or a pole: split the segment there first."
        )
      }
    }
  }

  private static func middle(_ one: Coordinate, _ other: Coordinate) -> Coordinate {
    Coordinate(x: (one.x + other.x) / 2, y: (one.y + other.y) / 2)
  }
}
