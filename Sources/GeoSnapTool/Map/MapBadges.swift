internal import GeoSnap

/// The numbers of refused places, beside the places and without overlaps.
package struct MapBadges {
  static let height = 18.0

  private struct Badge {
    let text: String
    let place: Coordinate
    var center: Coordinate

    var width: Double { MapBadges.width(text) }
    var box: Envelope {
      Envelope(
        minX: center.x - width / 2 - 2,
        minY: center.y - MapBadges.height / 2 - 2,
        maxX: center.x + width / 2 + 2,
        maxY: center.y + MapBadges.height / 2 + 2
      )
    }
  }

  private var badges: [Badge] = []

  package init(_ answer: MapAnswer, _ projection: MapProjection) {
    let pointer = projection.pixel(answer.pointer)
    var groups: [(place: Coordinate, numbers: [Int])] = []
    for (number, note) in answer.refused.enumerated() {
      let place = projection.pixel(note.location)
      // Crosses at this distance look like one.
      if let group = groups.firstIndex(where: { $0.place.distance(to: place) < 5 }) {
        groups[group].numbers.append(number + 1)
      } else {
        groups.append((place, [number + 1]))
      }
    }
    var taken = groups.map { Envelope(around: $0.place, radius: 7) }
    taken.append(Envelope(around: pointer, radius: 12))
    if let winner = answer.winner {
      taken.append(Envelope(around: projection.pixel(winner.location), radius: 11))
    }
    let map = Envelope(minX: 0, minY: 0, maxX: projection.width, maxY: projection.height)
    for group in groups {
      var badge = Badge(
        text: MapBadges.text(group.numbers),
        place: group.place,
        center: group.place
      )
      badge.center = MapBadges.center(of: badge, awayFrom: pointer, taken, in: map)
      taken.append(badge.box)
      badges.append(badge)
    }
  }

  /// The nearest free place around a badge's place, preferably away from the pointer.
  private static func center(
    of badge: Badge,
    awayFrom pointer: Coordinate,
    _ taken: [Envelope],
    in map: Envelope
  ) -> Coordinate {
    let away = Coordinate(x: badge.place.x - pointer.x, y: badge.place.y - pointer.y)
    let octants: [(x: Double, y: Double)] = [
      (1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7),
    ]
    let directions = octants.sorted {
      $0.x * away.x + $0.y * away.y > $1.x * away.x + $1.y * away.y
    }
    var trial = badge
    for step in 0..<12 {
      let reach = 24 + Double(step) * 12
      for direction in directions {
        trial.center = Coordinate(
          x: badge.place.x + direction.x * (reach + badge.width / 2 - height / 2),
          y: badge.place.y + direction.y * reach
        )
        if map.contains(trial.box), !taken.contains(where: { $0.intersects(trial.box) }) {
          return trial.center
        }
      }
    }
    return badge.place
  }

  /// Numbers in order, with runs of three or more as ranges: `1, 4–6`.
  package static func text(_ numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.map { run in
      switch run.count {
      case 1: "\(run.lowerBound)"
      case 2: "\(run.lowerBound), \(run.upperBound)"
      default: "\(run.lowerBound)\u{2013}\(run.upperBound)"
      }
    }.joined(separator: ", ")
  }

  fileprivate static func width(_ text: String) -> Double {
    max(height, Double(text.count) * 7 + 10)
  }

  var leaders: String {
    badges.map { badge in
      var data = "M"
      data.append(pixel: badge.place)
      data.append("L", pixel: badge.center)
      return "<path d=\"\(data)\" stroke=\"#ffffff\" stroke-width=\"3.4\"/><path d=\"\(data)\" "
        + "stroke=\"\(MapAnswer.refusedColor)\" stroke-width=\"1.2\"/>\n"
    }.joined()
  }

  package var svg: String {
    badges.map { MapAnswer.placed(MapBadges.svg($0.text), $0.center) }.joined()
  }

  package static func svg(_ text: String) -> String {
    let width = width(text)
    return "<rect x=\"\(String(pixel: -width / 2))\" y=\"-9\" width=\"\(String(pixel: width))\" "
      + "height=\"18\" rx=\"9\" fill=\"\(MapAnswer.refusedColor)\" stroke=\"#ffffff\" "
      + "stroke-width=\"1.6\"/><text y=\"4.2\" text-anchor=\"middle\" font-size=\"12\" "
      + "font-weight=\"700\" fill=\"#ffffff\">\(text)</text>"
  }
}
