package import GeoSnap

/// The parts of a picture's subject that lie beyond the map: their number, direction and distance.
package struct MapOutside {
  /// The parts in one direction.
  package struct Group {
    var direction: MapDirection
    package var count: Int
    /// The distance of the nearest part from the border, in coordinate units.
    var distance: Double
  }

  /// The groups, one for each direction that has any.
  package let groups: [Group]
  private let projection: MapProjection
  private let unit: String

  private static let color = "#6d28d9"

  /// - `subject`: The envelopes of the picture's subject.
  package init(_ subject: [Envelope], _ projection: MapProjection, unit: String) {
    self.projection = projection
    self.unit = unit
    let frame = projection.extent
    var groups: [MapDirection: Group] = [:]
    for envelope in subject where !envelope.intersects(frame) {
      let direction = MapDirection(from: frame.center, to: envelope.center)
      let (x, y) = (
        max(max(envelope.minX - frame.maxX, frame.minX - envelope.maxX), 0),
        max(max(envelope.minY - frame.maxY, frame.minY - envelope.maxY), 0)
      )
      let distance = (x * x + y * y).squareRoot()
      var group = groups[direction] ?? Group(direction: direction, count: 0, distance: distance)
      group.count += 1
      group.distance = min(group.distance, distance)
      groups[direction] = group
    }
    self.groups = MapDirection.allCases.compactMap { groups[$0] }
  }

  /// A sentence for the caption; nil when no part is outside.
  package var sentence: String? {
    guard !groups.isEmpty else { return nil }
    let parts = groups.map { group in
      "\(group.count.counting("feature", "features")) \(length(group)) to the "
        + group.direction.words
    }
    return "Beyond the picture: \(parts.joined(separator: ", "))."
  }

  /// The labels at the border.
  package var labels: [MapLabel] {
    groups.map { group in
      let pixel = pixel(of: group)
      return MapLabel(
        text: "\(group.count.counting("feature", "features")) \(length(group)) "
          + group.direction.words,
        place: Coordinate(
          x: projection.extent.minX + pixel.x * projection.unitsPerPixel,
          y: projection.extent.maxY - pixel.y * projection.unitsPerPixel
        ),
        color: Self.color
      )
    }
  }

  /// The areas that labels must not cover.
  var boxes: [Envelope] { groups.map { Envelope(around: pixel(of: $0), radius: 8) } }

  /// An arrow at the border for each direction.
  package var svg: String {
    groups.map { group in
      let (pixel, step) = (pixel(of: group), group.direction.step)
      func corner(_ along: Double, _ across: Double) -> Coordinate {
        Coordinate(
          x: pixel.x + step.x * along - step.y * across,
          y: pixel.y - step.y * along - step.x * across
        )
      }
      var data = "M"
      data.append(pixel: corner(8, 0))
      for next in [corner(-6, 6), corner(-6, -6)] { data.append("L", pixel: next) }
      return "<path d=\"\(data)z\" fill=\"\(Self.color)\" stroke=\"#ffffff\" stroke-width=\"2\"/>\n"
    }.joined()
  }

  static let swatch = "<path d=\"M24 0L10 6V-6z\" fill=\"\(color)\"/>"

  private func length(_ group: Group) -> String {
    MapDecoration.length(group.distance, unit: unit)
  }

  /// The place of its arrow: in its direction from the middle, just within the border.
  private func pixel(of group: Group) -> Coordinate {
    let (width, height) = (projection.width / 2, projection.height / 2)
    let step = group.direction.step
    // Away from the north arrow, and from the scale bar in the south-west.
    let inset = 12.0
    let x = step.x == 0 ? 0 : (step.x > 0 ? width - inset : inset - width)
    let y = step.y == 0 ? 0 : (step.y > 0 ? inset - height : height - inset)
    let isCorner = step.x != 0 && step.y != 0
    return Coordinate(x: width + x * (isCorner ? 0.9 : 1), y: height + y * (isCorner ? 0.9 : 1))
  }
}
