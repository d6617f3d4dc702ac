/// GeoJSON as an application declares it for decoding with Foundation.
struct DecodedCollection: Decodable {
  let features: [DecodedFeature]
}

struct DecodedFeature: Decodable {
  struct Properties: Decodable {
    let name: String
    let `class`: Int
    let diameter: Double
  }

  enum Shape: Decodable {
    case point([Double])
    case line([[Double]])
    case area([[[Double]]])

    private enum Key: String, CodingKey {
      case type
      case coordinates
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      switch try container.decode(String.self, forKey: .type) {
      case "Point": self = .point(try container.decode([Double].self, forKey: .coordinates))
      case "LineString": self = .line(try container.decode([[Double]].self, forKey: .coordinates))
      default: self = .area(try container.decode([[[Double]]].self, forKey: .coordinates))
      }
    }

    var coordinateCount: Int {
      switch self {
      case .point: 1
      case .line(let path): path.count
      case .area(let rings): rings.reduce(0) { $0 + $1.count }
      }
    }
  }

  let id: Int
  let geometry: Shape
  let properties: Properties
}
