import GeoSnap

/// The recorded way of a pointer: along one gas pipe after the other around a place, with an
/// unsteady hand, while switches are thrown.
package struct PointerPath {
  package static let seed: UInt64 = 20_261_121
  private static let pipeCount = 20
  private static let positionsPerPipe = 25
  /// How far the hand strays to each side, in coordinate units.
  private static let unsteadiness = 1.2

  /// Where the pointer is, position by position.
  let places: [Coordinate]

  init(around place: Coordinate, in index: NetworkIndex) throws {
    let network = index.network
    let pipes = index.features.segments(intersecting: Envelope(around: place, radius: 60))
      .filter {
        network.base.tables[Int(network.feature(ordinal: $0.feature).table)].name == "PipelineLine"
      }
      .map(\.geometry)
      .sorted { ($0.start.x, $0.start.y, $0.end.x) < ($1.start.x, $1.start.y, $1.end.x) }
    guard !pipes.isEmpty else { throw DemoPlaces.notTheSample("a gas pipe around \(text(place))") }
    var generator = PathGenerator(state: PointerPath.seed)
    func strayed(_ ordinate: Double) -> Double {
      let range = -PointerPath.unsteadiness...PointerPath.unsteadiness
      return ordinate + Double.random(in: range, using: &generator)
    }
    var places: [Coordinate] = []
    for _ in 0..<PointerPath.pipeCount {
      let pipe = pipes[Int.random(in: 0...pipes.count - 1, using: &generator)]
      for step in 0..<PointerPath.positionsPerPipe {
        let fraction = Double(step) / Double(PointerPath.positionsPerPipe - 1)
        let onPipe = pipe.coordinate(atFraction: fraction)
        let x = strayed(onPipe.x)
        places.append(Coordinate(x: x, y: strayed(onPipe.y)))
      }
    }
    self.places = places
  }

  /// Throws the switch that is due before the pointer comes to a position.
  static func prepare(_ editor: GeometryEditor, before number: Int) {
    switch number {
    case 200: editor.settings[source: "PipelineLine"]?.isEnabled = false
    case 250: editor.settings[source: "PipelineLine"]?.isEnabled = true
    case 300: editor.isSnappingSuspended = true
    case 320: editor.isSnappingSuspended = false
    case 350: editor.settings.kinds.formUnion(SnapKinds(kinds: [.midpoint, .intersection]))
    case 420: editor.view = SnapView(scale: 2_000)
    default: break
    }
  }

  /// What ``prepare(_:before:)`` does, in words.
  static let switches =
    "At position 200 the mains are switched off, at 250 on again; from 300 to 319 snapping is "
    + "suspended; from 350 on midpoints and intersections count; from 420 on the map is at 1:2000, "
    + "so that the tolerance reaches four times as far"
}

/// Numbers that follow from a seed alone: splitmix64.
private struct PathGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed &>> 31)
  }
}
