package import GeoSnap

/// Where the walk stops: places found in the sample by what stands there, so that they stay right
/// when the sample is made anew.
package struct DemoPlaces {
  /// How near a feature must be to be identified, in metres.
  static let identifyTolerance = 3.0
  /// How near a place must be to be snapped to, in metres.
  static let snapTolerance = 1.5
  /// The element whose flow is followed, and one that it feeds through, by their origins.
  static let tracedCable = "lv/line/8769"
  package static let cutCable = "lv/line/7949"

  /// A house where gas and power meet.
  let house: Coordinate
  /// The surroundings of a cabinet, with associations of both kinds.
  let cabinet: Envelope
  /// The station with the most content.
  let container: FeatureID
  /// Beside the end of a main, between the ends of the same main, beside a surveyed point.
  let mainEnd: Coordinate
  let mainMiddle: Coordinate
  /// That main, and the segment of it.
  package let main: FeatureID
  let mainSegment: Segment
  let survey: Coordinate
  /// The asset types that are edited.
  let tap: AssetTypeID
  let service: AssetTypeID
  let cable: AssetTypeID

  package init(_ index: NetworkIndex) throws {
    let network = index.network
    tap = try DemoPlaces.assetType("PipelineJunction/Fitting/Tap", network)
    service = try DemoPlaces.assetType("PipelineLine/Service/House Connection", network)
    cable = try DemoPlaces.assetType("ElectricLine/6/102", network)

    house = try DemoPlaces.house(index).rounded
    container = try DemoPlaces.fullestContainer(network)
    cabinet = try DemoPlaces.cabinet(index).rounded

    let hit = try DemoPlaces.loneliestMain(index, near: house)
    let segment = hit.geometry
    main = network.feature(ordinal: hit.feature)
    mainSegment = segment
    let start = segment.start
    let along = Coordinate(
      x: (segment.end.x - start.x) / segment.length,
      y: (segment.end.y - start.y) / segment.length
    )
    // Half a unit to the left of the main.
    func beside(_ distance: Double) -> Coordinate {
      Coordinate(
        x: start.x + distance * along.x - 0.5 * along.y,
        y: start.y + distance * along.y + 0.5 * along.x
      )
    }
    mainEnd = beside(0.6).rounded
    mainMiddle = beside(segment.length / 2).rounded

    guard
      let table = network.base.tables.first(where: { $0.name == "survey_points" }),
      case .point(let point)? = table.geometries.first ?? nil, let place = point.coordinate
    else { throw DemoPlaces.notTheSample("a table survey_points") }
    survey = Coordinate(x: place.x + 0.3, y: place.y + 0.2).rounded
  }

  /// The gas meter with features of most sources within 3 units, and with fewest of them.
  private static func house(_ index: NetworkIndex) throws -> Coordinate {
    let network = index.network
    guard let devices = network.base.tables.first(where: { $0.name == "PipelineDevice" }) else {
      throw notTheSample("a table PipelineDevice")
    }
    var best: (place: Coordinate, sources: Int, hits: Int)?
    for geometry in devices.geometries {
      guard case .point(let point)? = geometry, let place = point.coordinate else { continue }
      let hits = index.features.hits(at: place, within: 3)
      let sources = Set(hits.map { network.feature(ordinal: $0.feature).table }).count
      if (sources, -hits.count) > (best?.sources ?? 0, -(best?.hits ?? 0)) {
        best = (place, sources, hits.count)
      }
    }
    guard let best else { throw notTheSample("a gas meter") }
    return Coordinate(x: best.place.x + 0.4, y: best.place.y + 0.3)
  }

  /// The surroundings of the first attachment that has connectivity associations beside it.
  private static func cabinet(_ index: NetworkIndex) throws -> Envelope {
    for association in index.network.associations where association.kind == .attachment {
      guard let line = index.network.geometry(of: association),
        let envelope = Envelope(line.coordinates)?.expanded(by: 3),
        index.associations(in: envelope, kind: .connectivity).count > 1
      else { continue }
      return envelope
    }
    throw notTheSample("an attachment beside connectivity associations")
  }

  private static func fullestContainer(_ network: EditedNetwork) throws -> FeatureID {
    var contents: [GlobalID: Int] = [:]
    for association in network.associations where association.kind == .containment {
      contents[association.from.globalID, default: 0] += 1
    }
    let fullest = contents.max { ($0.value, $1.key) < ($1.value, $0.key) }
    guard let fullest, let container = network.feature(globalID: fullest.key) else {
      throw notTheSample("a container")
    }
    return container
  }

  /// The first main segment of 20 to 60 units near a place whose middle has nothing else within
  /// 2 units, so that the answers there are about the main alone.
  private static func loneliestMain(
    _ index: NetworkIndex,
    near place: Coordinate
  ) throws -> SegmentHit {
    let network = index.network
    for hit in index.features.nearestSegments(to: place, count: 5_000) {
      let feature = network.feature(ordinal: hit.feature)
      let policy = network.assetType(of: feature)?.type.connectivityPolicy
      guard policy == .anyVertex, (20...60).contains(hit.geometry.length) else { continue }
      let middle = hit.geometry.coordinate(atFraction: 0.5)
      if index.features.hits(at: middle, within: 2).count == 1 { return hit }
    }
    throw notTheSample("a main that runs alone")
  }

  private static func assetType(_ path: String, _ network: EditedNetwork) throws -> AssetTypeID {
    guard let id = network.definition.assetTypes(path: path).first else {
      throw notTheSample("asset type \(path)")
    }
    return id
  }

  /// What is said of a network that the walk cannot go through.
  static func notTheSample(_ missing: String) -> Failure {
    Failure(
      exitCode: .badData,
      message: "The walk needs the sample network: \(missing) is missing."
    )
  }
}

extension Coordinate {
  /// As a command line has it: X,Y.
  var argument: String { "\(text(x, places: 2)),\(text(y, places: 2))" }

  /// To two decimals, so that the commands that are printed ask exactly what the walk asks.
  fileprivate var rounded: Coordinate {
    Coordinate(x: (x * 100).rounded() / 100, y: (y * 100).rounded() / 100)
  }
}

extension Envelope {
  fileprivate var rounded: Envelope {
    Envelope(
      minX: (minX * 100).rounded() / 100,
      minY: (minY * 100).rounded() / 100,
      maxX: (maxX * 100).rounded() / 100,
      maxY: (maxY * 100).rounded() / 100
    )
  }
}
