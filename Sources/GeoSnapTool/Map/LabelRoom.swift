package import GeoSnap

/// Finds room for the labels of a map, in pixels: no label covers another one or a mark, or crosses the border.
package struct LabelRoom {
  /// The side of its place on which a label is.
  enum Side {
    case right
    case left
    case above
    case below
  }

  package struct Found {
    package var box: Envelope
    var side: Side
    /// Whether it is so far from the place that a line has to connect them.
    package var isApart: Bool
  }

  private let frame: Envelope
  private var taken: [Envelope]
  /// The number of distances from its place that are tried for a label.
  private static let steps = 6

  /// - `frame`: The area for labels.
  /// - `taken`: The areas that labels must not cover.
  init(_ frame: Envelope, avoiding taken: [Envelope]) {
    self.frame = frame
    self.taken = taken
  }

  /// Takes the nearest room for a label beside a place; nil when there is none near enough.
  ///
  /// - `size`: The width and height of the label.
  /// - `gap`: The distance from the place to the label.
  mutating func take(
    _ size: (width: Double, height: Double),
    beside place: Coordinate,
    gap: Double
  ) -> Found? {
    for step in 0..<Self.steps {
      let shift = Double(step) * (size.height + 2)
      for side in [Side.right, .left, .above, .below] {
        for sign in step == 0 || side == .above || side == .below ? [1.0] : [-1.0, 1] {
          let box = Self.box(size, beside: place, side, gap: gap, shift: shift * sign)
          guard frame.contains(box), !taken.contains(where: { $0.intersects(box) }) else {
            continue
          }
          // Touching counts as covering, so that white space remains between two labels.
          taken.append(box.expanded(by: 0.5))
          return Found(box: box, side: side, isApart: step > 0)
        }
      }
    }
    return nil
  }

  private static func box(
    _ size: (width: Double, height: Double),
    beside place: Coordinate,
    _ side: Side,
    gap: Double,
    shift: Double
  ) -> Envelope {
    let (x, y) =
      switch side {
      case .right: (place.x + gap, place.y - size.height / 2 + shift)
      case .left: (place.x - gap - size.width, place.y - size.height / 2 + shift)
      case .above: (place.x - size.width / 2, place.y - gap - size.height - shift)
      case .below: (place.x - size.width / 2, place.y + gap + shift)
      }
    return Envelope(minX: x, minY: y, maxX: x + size.width, maxY: y + size.height)
  }
}
