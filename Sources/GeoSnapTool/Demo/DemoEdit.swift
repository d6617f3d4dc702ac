import Foundation
import GeoSnap

/// What the demo edits: a house connection on the main of the steps before, without a junction and
/// with one.
struct DemoEdit {
  /// The connection ends on the bare main.
  let refused: NetworkTransaction
  /// The connection ends at a tap on the main.
  let committed: NetworkTransaction

  /// - Parameters:
  ///   - network: The sample.
  ///   - places: Where the main is, and what is put on it.
  /// - Throws: `Failure` when the network is not the sample.
  init(_ network: EditedNetwork, _ places: DemoPlaces) throws {
    guard let mainID = network.globalID(of: places.main),
      case .lineString(let line)? = network.geometry(of: places.main)
    else { throw DemoPlaces.notTheSample("a main with a global id") }
    let segment = places.mainSegment
    let middle = segment.coordinate(atFraction: 0.5).inMillimetres
    // Six metres to the left of the main.
    let end = Coordinate(
      x: middle.x - 6 * (segment.end.y - segment.start.y) / segment.length,
      y: middle.y + 6 * (segment.end.x - segment.start.x) / segment.length
    ).inMillimetres
    var vertices = Array(line.coordinates)
    let following = vertices.indices.dropFirst().first {
      vertices[$0 - 1] == segment.start && vertices[$0] == segment.end
    }
    vertices.insert(middle, at: following ?? vertices.count)
    func shape(_ vertices: [Coordinate]) throws -> Geometry {
      .lineString(try LineString(CoordinateSequence(vertices), srid: network.srid))
    }
    func insertion(_ type: AssetTypeID, _ geometry: Geometry) -> NetworkEdit {
      let feature = NewFeature(
        assetGroup: type.assetGroup,
        assetType: type.assetType,
        geometry: geometry
      )
      let source = network.definition.sources.first { $0.sourceID == type.sourceID }
      return .insertFeature(feature, table: source?.name ?? "")
    }
    let vertex = NetworkEdit.setGeometry(.globalID(mainID), try shape(vertices))
    let service = insertion(places.service, try shape([middle, end]))
    let tap = insertion(places.tap, .point(Point(middle, srid: network.srid)))
    refused = NetworkTransaction("A house connection on the bare main", [vertex, service])
    committed = NetworkTransaction("A house connection at a tap", [vertex, tap, service])
  }

  /// A transaction as a file that `geosnap edit` reads.
  static func json(_ transaction: NetworkTransaction) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(transaction) + Data("\n".utf8)
  }
}

extension Coordinate {
  /// To three decimals.
  fileprivate var inMillimetres: Coordinate {
    Coordinate(x: (x * 1000).rounded() / 1000, y: (y * 1000).rounded() / 1000)
  }
}
