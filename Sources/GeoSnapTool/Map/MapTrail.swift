internal import GeoSnap

/// The way of a pointer, and what became of each of its positions.
struct MapTrail {
  /// A position.
  struct Step {
    var pointer: Coordinate
    var outcome: Outcome
  }

  /// What became of a position.
  enum Outcome: Hashable {
    /// It snapped to a place.
    case snapped(Coordinate)
    /// Something was near and refused.
    case refused
    /// Nothing was near.
    case free
  }

  var steps: [Step]

  private static let freeColor = "#64748b"

  /// The way, then a line from each position to where it snapped, then the marks.
  func svg(_ projection: MapProjection) -> String {
    var way = ""
    var links = ""
    // Many positions snap to one place: a mark for each place.
    var marks = (
      snaps: MarkSet(projection), crosses: MarkSet(projection), dots: MarkSet(projection)
    )
    for step in steps {
      let pixel = projection.pixel(step.pointer)
      way += way.isEmpty ? "M" : "L"
      way.append(pixel: pixel)
      switch step.outcome {
      case .snapped(let place):
        links += "M"
        links.append(pixel: pixel)
        links += "L"
        links.append(pixel: projection.pixel(place))
        marks.snaps.add(place, "h0")
      case .refused: marks.crosses.add(step.pointer, "m-2.6-2.6l5.2 5.2m0-5.2l-5.2 5.2")
      case .free: marks.dots.add(step.pointer, "h0")
      }
    }
    return MapTrail.stroke(way, "#1f2937", width: 0.7, opacity: 0.4)
      + MapTrail.stroke(links, MapAnswer.winnerColor, width: 1, opacity: 0.75)
      + MapTrail.stroke(marks.dots.data, MapTrail.freeColor, width: 3.6)
      + MapTrail.stroke(marks.crosses.data, MapAnswer.refusedColor, width: 1.7)
      + MapTrail.stroke(marks.snaps.data, "#ffffff", width: 8.4)
      + MapTrail.stroke(marks.snaps.data, MapAnswer.winnerColor, width: 6)
  }

  /// What the marks mean and how often they occur, in the order of the steps of ``Outcome``.
  var legendRows: [(swatch: String, label: String, count: Int)] {
    var counts = (snapped: 0, refused: 0, free: 0)
    for step in steps {
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
        steps.count
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

/// Marks of one kind, each place drawn once.
private struct MarkSet {
  private let projection: MapProjection
  private var places: Set<Coordinate> = []
  private(set) var data = ""

  init(_ projection: MapProjection) { self.projection = projection }

  mutating func add(_ place: Coordinate, _ mark: String) {
    guard places.insert(place).inserted else { return }
    data += "M"
    data.append(pixel: projection.pixel(place))
    data += mark
  }
}
