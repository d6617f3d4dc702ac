package import GeoSnap

/// The way of a pointer, and what became of each of its positions.
package struct MapTrail {
  /// A position.
  package struct Step {
    var pointer: Coordinate
    var outcome: Outcome

    package init(pointer: Coordinate, outcome: MapTrail.Outcome) {
      self.pointer = pointer
      self.outcome = outcome
    }
  }

  /// What became of a position.
  package enum Outcome: Hashable {
    /// It snapped to a place.
    case snapped(Coordinate)
    /// Something was near and refused.
    case refused
    /// Nothing was near.
    case free
  }

  var steps: [Step]

  package init(steps: [MapTrail.Step]) {
    self.steps = steps
  }

  private static let freeColor = "#64748b"

  /// The way, then a line from each position to where it snapped, then the marks.
  package func svg(_ projection: MapProjection) -> String {
    var way = TrailMarks(projection)
    var links = TrailMarks(projection)
    var (snaps, crosses, dots) = (links, links, links)
    var last: Coordinate?
    for step in steps {
      way.add(from: last ?? step.pointer, to: step.pointer)
      last = step.pointer
      switch step.outcome {
      case .snapped(let place):
        links.add(from: step.pointer, to: place)
        snaps.add("h0", at: place)
      case .refused: crosses.add("m-2.6-2.6l5.2 5.2m0-5.2l-5.2 5.2", at: step.pointer)
      case .free: dots.add("h0", at: step.pointer)
      }
    }
    return MapTrail.stroke(way.data, "#1f2937", width: 0.7, opacity: 0.4)
      + MapTrail.stroke(links.data, MapAnswer.winnerColor, width: 1, opacity: 0.75)
      + MapTrail.stroke(dots.data, MapTrail.freeColor, width: 3.6)
      + MapTrail.stroke(crosses.data, MapAnswer.refusedColor, width: 1.7)
      + MapTrail.stroke(snaps.data, "#ffffff", width: 8.4)
      + MapTrail.stroke(snaps.data, MapAnswer.winnerColor, width: 6)
  }

  /// What the marks mean, and how many positions in an extent have them.
  package func legendRows(in extent: Envelope) -> [(swatch: String, label: String, count: Int)] {
    var counts = (snapped: 0, refused: 0, free: 0)
    let shown = steps.filter { extent.contains($0.pointer) }
    for step in shown {
      switch step.outcome {
      case .snapped: counts.snapped += 1
      case .refused: counts.refused += 1
      case .free: counts.free += 1
      }
    }
    let snap =
      MapTrail.stroke("M8-3L22 3", MapAnswer.winnerColor, width: 1)
      + MapTrail.stroke("M22 3h0", MapAnswer.winnerColor, width: 6)
    let cross = MapTrail.stroke(
      "M13.4-2.6l5.2 5.2m0-5.2l-5.2 5.2",
      MapAnswer.refusedColor,
      width: 1.7
    )
    return [
      (
        MapTrail.stroke("M3 0h26", "#1f2937", width: 0.7, opacity: 0.4), "Positions of the pointer",
        shown.count
      ),
      (snap, "Snapped, from pointer to dot", counts.snapped),
      (cross, "Refused", counts.refused),
      (MapTrail.stroke("M16 0h0", MapTrail.freeColor, width: 3.6), "Nothing near", counts.free),
    ].filter { $0.count > 0 }
  }

  private static func stroke(
    _ data: String,
    _ color: String,
    width: Double,
    opacity: Double = 1
  ) -> String {
    guard !data.isEmpty else { return "" }
    return "<path d=\"\(data)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(width)\" "
      + "stroke-opacity=\"\(opacity)\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n"
  }
}

/// Marks of one kind, as far as they are in view, each place marked once however many snap to it.
private struct TrailMarks {
  private let projection: MapProjection
  private let view: Envelope
  private var places: Set<Coordinate> = []
  private(set) var data = ""

  init(_ projection: MapProjection) {
    self.projection = projection
    view = projection.extent.expanded(by: 10 * projection.unitsPerPixel)
  }

  mutating func add(_ mark: String, at place: Coordinate) {
    guard view.contains(place), places.insert(place).inserted else { return }
    data += "M"
    data.append(pixel: projection.pixel(place))
    data += mark
  }

  mutating func add(from start: Coordinate, to end: Coordinate) {
    guard start != end, Segment(start, end).envelope.intersects(view) else { return }
    data += "M"
    data.append(pixel: projection.pixel(start))
    data += "L"
    data.append(pixel: projection.pixel(end))
  }
}
