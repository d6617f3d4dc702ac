/// The area of nearly all features and the typical length of lines, for the detection of exceptions.
struct PlaceBounds: Sendable {
  private let core: Envelope
  private let around: Envelope
  /// The median length of lines, in coordinate units; infinite without lines.
  let typicalLength: Double

  /// Samples some thousand features, evenly spread, in O(1); nil when too few have a place.
  init?(_ network: UtilityNetwork) {
    let step = max(network.featureCount / 4096, 1)
    let shapes = stride(from: 0, to: network.featureCount, by: step).compactMap { ordinal in
      network.geometry(of: network.feature(ordinal: Int32(ordinal)))
    }
    let places = shapes.compactMap(\.coordinates.first)
    let lengths = shapes.map(\.length).filter { $0 > 0 }.sorted()
    typicalLength = lengths.isEmpty ? .infinity : lengths[lengths.count / 2]
    guard places.count >= 8 else { return nil }
    let xs = places.map(\.x).sorted()
    let ys = places.map(\.y).sorted()
    // A twentieth at each side may be wrong.
    let margin = max(places.count / 20, 1)
    let last = places.count - 1 - margin
    core = Envelope(minX: xs[margin], minY: ys[margin], maxX: xs[last], maxY: ys[last])
    let span = max(core.width, core.height)
    around = core.expanded(by: span * 5)
    guard span > 0 else { return nil }
  }

  /// Windows that together cover all places far from the others.
  var outside: [Envelope] {
    let far = Double.greatestFiniteMagnitude
    return [
      Envelope(minX: -far, minY: -far, maxX: around.minX, maxY: far),
      Envelope(minX: around.maxX, minY: -far, maxX: far, maxY: far),
      Envelope(minX: around.minX, minY: -far, maxX: around.maxX, maxY: around.minY),
      Envelope(minX: around.minX, minY: around.maxY, maxX: around.maxX, maxY: far),
    ]
  }

  func holds(_ place: Coordinate) -> Bool { around.contains(place) }

  /// Whether a place is among the others with x and y swapped.
  func holdsSwapped(_ place: Coordinate) -> Bool {
    core.expanded(by: max(core.width, core.height))
      .contains(Coordinate(x: place.y, y: place.x))
  }

  func distance(_ place: Coordinate) -> Double {
    let dx = max(core.minX - place.x, place.x - core.maxX, 0)
    let dy = max(core.minY - place.y, place.y - core.maxY, 0)
    return (dx * dx + dy * dy).squareRoot()
  }
}
