package import GeoSnap

/// A text beside a place, such as the name of a feature, written where there is room.
package struct MapLabel {
  package var text: String
  package var place: Coordinate
  var color = "#374151"

  package init(text: String, place: Coordinate, color: String = "#374151") {
    self.text = text
    self.place = place
    self.color = color
  }
}

/// The markers of a figure with their labels, and names of features: no text covers another.
package struct MapLabels {
  /// A label that has found room.
  package struct Placed {
    package var text: String
    /// The whole text, without a number.
    fileprivate var name: String
    var color: String
    var isBold: Bool
    var place: Coordinate
    package var room: LabelRoom.Found

    var fontSize: Double { isBold ? 12.5 : 10.5 }
  }

  private let markers: [MapMarker]
  /// The places of marks: side by side where their locations are the same.
  private let marks: [Coordinate]
  private let projection: MapProjection
  /// With more markers the marks are small.
  private static let smallMarks = 60
  package private(set) var placed: [Placed] = []
  package private(set) var missing = 0

  private static let longest = 36

  /// - `markers`: The markers, in order of priority.
  /// - `labels`: Further labels, with lower priority; those outside the map are left out.
  package init(
    _ markers: [MapMarker],
    _ labels: [MapLabel] = [],
    _ projection: MapProjection,
    avoiding boxes: [Envelope] = []
  ) {
    self.markers = markers.filter { projection.extent.contains($0.location) }
    self.projection = projection
    let frame = Envelope(minX: 2, minY: 2, maxX: projection.width - 2, maxY: projection.height - 2)
    marks = Self.sideBySide(self.markers.map { ($0.kind, projection.pixel($0.location)) })
    let radius = self.markers.count > Self.smallMarks ? 5.0 : 8
    var room = LabelRoom(
      frame: frame,
      taken: boxes + marks.map { Envelope(around: $0, radius: radius) }
    )
    for (marker, pixel) in zip(self.markers, marks)
    where !marker.label.isEmpty || marker.number != nil {
      place(marker.label, marker.kind.color, at: pixel, number: marker.number, isBold: true, &room)
    }
    for label in labels where projection.extent.contains(label.place) {
      place(label.text, label.color, at: projection.pixel(label.place), isBold: false, &room)
    }
  }

  /// Moves a mark to the right that would cover an earlier one of another kind.
  private static func sideBySide(
    _ markers: [(kind: MapMarker.Kind, pixel: Coordinate)]
  ) -> [Coordinate] {
    guard markers.count <= smallMarks else { return markers.map(\.pixel) }
    var placed: [(kind: MapMarker.Kind, pixel: Coordinate)] = []
    for marker in markers {
      var mark = marker
      while placed.contains(where: {
        $0.kind != mark.kind && $0.pixel.distance(to: mark.pixel) < 3
      }) {
        mark.pixel.x += 17
      }
      placed.append(mark)
    }
    return placed.map(\.pixel)
  }

  private mutating func place(
    _ text: String,
    _ color: String,
    at place: Coordinate,
    number: Int? = nil,
    isBold: Bool,
    _ room: inout LabelRoom
  ) {
    let name = text
    let number = number.map { name.isEmpty ? "\($0)" : "\($0): " } ?? ""
    let whole = number + name
    let text = whole.count > Self.longest ? whole.prefix(Self.longest - 1) + "\u{2026}" : whole
    // A text that is already at a place, such as that of a marked feature, is not written again.
    if !isBold, placed.contains(where: { $0.name == name && $0.place.distance(to: place) < 20 }) {
      return
    }
    var label = Placed(
      text: text,
      name: name,
      color: color,
      isBold: isBold,
      place: place,
      room: LabelRoom.Found(box: Envelope(place), side: .right, isApart: false)
    )
    let width = MapText.width(text) * label.fontSize * (isBold ? MapText.boldFactor : 1)
    let size = (width: width, height: label.fontSize * 1.25)
    guard let found = room.take(size, beside: label.place, gap: isBold ? 12 : 6) else {
      missing += 1
      return
    }
    label.room = found
    placed.append(label)
  }

  /// Lines to labels first, then marks, then text.
  package var svg: String {
    leaders + markSVG
      + texts(placed.filter { !$0.isBold }, size: 10.5, weight: 400)
      + texts(placed.filter(\.isBold), size: 12.5, weight: 600)
  }

  private var markSVG: String {
    guard markers.count > Self.smallMarks else {
      return zip(markers, marks).map { $0.svg(at: $1) + "\n" }.joined()
    }
    let scale = markers.count > 4 * Self.smallMarks ? ".4" : ".6"
    return zip(markers, marks).map { marker, pixel in
      MapAnswer.placed(
        "<g transform=\"scale(\(scale))\">\(marker.svg(at: Coordinate(x: 0, y: 0)))</g>",
        pixel
      )
    }.joined()
  }

  private var leaders: String {
    var data = ""
    for label in placed where label.room.isApart {
      let box = label.room.box
      data.append("M", pixel: label.place)
      data.append(
        "L",
        pixel: Coordinate(
          x: min(max(label.place.x, box.minX), box.maxX),
          y: min(max(label.place.y, box.minY), box.maxY)
        )
      )
    }
    return data.isEmpty
      ? "" : "<path d=\"\(data)\" fill=\"none\" stroke=\"#6b7280\" stroke-width=\".8\"/>\n"
  }

  private func texts(_ labels: [Placed], size: Double, weight: Int) -> String {
    guard !labels.isEmpty else { return "" }
    var svg =
      "<g font-size=\"\(String(pixel: size))\" font-weight=\"\(weight)\" stroke=\"#ffffff\" "
    svg += "stroke-width=\"\(weight > 500 ? 4 : 3)\" stroke-linejoin=\"round\" "
    svg += "paint-order=\"stroke\">\n"
    for label in labels {
      let box = label.room.box
      // The width is an estimate: text is anchored on the side of its place.
      let (x, anchor) =
        switch label.room.side {
        case .right: (box.minX, "")
        case .left: (box.maxX, " text-anchor=\"end\"")
        case .above, .below: (box.center.x, " text-anchor=\"middle\"")
        }
      svg += "<text x=\"\(String(pixel: x))\" y=\"\(String(pixel: box.maxY - size * 0.3))\" "
      svg += "fill=\"\(label.color)\"\(anchor)>\(label.text.xmlEscaped)</text>\n"
    }
    return svg + "</g>\n"
  }
}

/// Finds room for the labels of a map, in pixels: no label covers another one or a mark, or crosses the border.
package struct LabelRoom {
  enum Side {
    case right, left, above, below
  }

  package struct Found {
    package var box: Envelope
    var side: Side
    /// Whether it is so far from the place that a line has to connect them.
    package var isApart: Bool
  }

  /// The area for labels.
  let frame: Envelope
  /// The areas that labels must not cover.
  var taken: [Envelope]
  /// The number of distances from its place that are tried for a label.
  private static let steps = 6

  /// Takes the nearest room for a label beside a place; nil when there is none near enough.
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

/// Lines of text below each other, broken to fit a width.
package struct MapText {
  /// The position of the next line, in pixels from the top.
  var y = 0.0
  private(set) var svg = ""
  let width: Double
  let fontSize: Double

  mutating func add(
    _ text: String,
    size: Double? = nil,
    weight: Int = 400,
    color: String = "#1f2937",
    indent: Double = 0
  ) {
    let size = size ?? fontSize
    let isBold = weight > 500
    for line in MapText.lines(text, ems: (width - indent) / size, isBold: isBold) {
      svg += "<text x=\"\(String(pixel: indent))\" y=\"\(String(pixel: y))\" "
      svg += "font-size=\"\(String(pixel: size))\""
      if weight != 400 { svg += " font-weight=\"\(weight)\"" }
      svg += " fill=\"\(color)\">\(line.xmlEscaped)</text>\n"
      y += (size * 1.36).rounded()
    }
  }

  /// Adds a drawing before the next line, in an indent of 28 pixels.
  mutating func addMark(_ mark: String) {
    svg += MapAnswer.placed(mark, Coordinate(x: 10, y: y - 4))
  }

  /// Breaks a text into lines at white space, and within words that are too long for a line; no line is empty.
  package static func lines(_ text: String, ems: Double, isBold: Bool = false) -> [String] {
    let limit = max(ems, 2) / (isBold ? boldFactor : 1)
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, width(line) + spaceWidth + width(word) > limit {
        lines.append(line)
        line = ""
      }
      if !line.isEmpty { line += " " }
      for character in word {
        if width(line) + width(of: character) > limit {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  private static let spaceWidth = 0.32
  static let boldFactor = 1.12

  package static func width(_ text: some StringProtocol) -> Double {
    text.reduce(0) { $0 + width(of: $1) }
  }

  /// The width of a character in a wide sans-serif font, in ems; too wide rather than too narrow for unknown ones.
  private static func width(of character: Character) -> Double {
    switch character {
    case " ": return spaceWidth
    case "i", "j", "l", "I", "t", "f", "r", ".", ",", ":", ";", "/", "(", ")", "[", "]", "|", "'",
      "-", "!":
      return 0.41
    case "m", "w", "M", "W", "@", "%": return 0.98
    case "a"..."z": return 0.63
    default:
      return character.isASCII
        || character.unicodeScalars.count == 1
          && character.unicodeScalars.allSatisfy({ $0.value < 0x1100 })
        ? 0.7 : 1.1
    }
  }
}
