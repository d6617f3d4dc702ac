package import GeoSnap

/// Cuts lines and rings to a rectangle.
///
/// Lines that lead far out of a map keep their direction and few vertices.
package struct MapClip: Sendable {
  let window: Envelope

  package init(window: Envelope) { self.window = window }

  /// The piece of a segment in the window, with ends there unchanged; nil when there is none.
  package func segment(_ start: Coordinate, _ end: Coordinate) -> (
    start: Coordinate, end: Coordinate
  )? {
    // Liang and Barsky: each side lets the segment in or out at a fraction of its length.
    var entry = 0.0
    var exit = 1.0
    let step = Coordinate(x: end.x - start.x, y: end.y - start.y)
    let sides = [
      (-step.x, start.x - window.minX), (step.x, window.maxX - start.x),
      (-step.y, start.y - window.minY), (step.y, window.maxY - start.y),
    ]
    for (speed, room) in sides {
      if speed == 0 {
        guard room >= 0 else { return nil }
      } else if speed < 0 {
        entry = max(entry, room / speed)
      } else {
        exit = min(exit, room / speed)
      }
    }
    guard entry <= exit else { return nil }
    func place(_ fraction: Double) -> Coordinate {
      Coordinate(x: start.x + step.x * fraction, y: start.y + step.y * fraction)
    }
    return (entry == 0 ? start : place(entry), exit == 1 ? end : place(exit))
  }

  /// The part of a ring in the window, as a ring whose first place is not repeated.
  package func ring(_ places: [Coordinate]) -> [Coordinate] {
    // Sutherland and Hodgman: one side after the other.
    var ring = places
    ring = cut(ring) { $0.x - window.minX }
    ring = cut(ring) { window.maxX - $0.x }
    ring = cut(ring) { $0.y - window.minY }
    return cut(ring) { window.maxY - $0.y }
  }

  /// The part of a ring where a linear measure of the place is not negative.
  private func cut(_ ring: [Coordinate], _ measure: (Coordinate) -> Double) -> [Coordinate] {
    guard var last = ring.last else { return [] }
    var kept: [Coordinate] = []
    for next in ring {
      let (before, after) = (measure(last), measure(next))
      if (before < 0) != (after < 0) {
        let fraction = before / (before - after)
        kept.append(
          Coordinate(
            x: last.x + (next.x - last.x) * fraction,
            y: last.y + (next.y - last.y) * fraction
          )
        )
      }
      if after >= 0 { kept.append(next) }
      last = next
    }
    return kept
  }
}
