package import GeoSnap

/// Features as JSON and as text.
package struct FeatureOutput {
  let network: EditedNetwork

  package init(network: EditedNetwork) { self.network = network }

  /// The keys that every feature has: source, globalID, origin, assetGroup, assetType, row.
  package func members(_ feature: FeatureID) -> [String: JSONValue] {
    let type = network.assetType(of: feature)
    return [
      "source": .string(network.base.tables[Int(feature.table)].name),
      "globalID": JSONValue(network.globalID(of: feature)?.description),
      "origin": JSONValue(network.origin(of: feature)),
      "assetGroup": JSONValue(type?.group.name),
      "assetType": JSONValue(type?.type.name),
      "row": JSONValue(network.rowID(of: feature).map { Int($0) }),
    ]
  }

  func line(_ feature: FeatureID) -> String { network.describe(feature) }

  /// All attributes by field name; bytes as hexadecimal digits.
  package func attributes(_ feature: FeatureID) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for (position, field) in network.base.tables[Int(feature.table)].fields.enumerated() {
      switch network.attribute(position, of: feature) {
      case .null, nil: members[field.name] = .null
      case .integer(let number): members[field.name] = .integer(Int(number))
      case .real(let number): members[field.name] = .number(number)
      case .text(let text): members[field.name] = .string(text)
      case .blob(let bytes):
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        members[field.name] = .string(digits.joined())
      }
    }
    return .object(members)
  }

  /// The name of an asset type on the command line.
  func path(_ id: AssetTypeID) -> String { network.describe(id) }
}

/// A place as JSON: `[x, y]` or `[x, y, z]`.
func json(_ location: Coordinate, z: Double? = nil) -> JSONValue {
  .array([.number(location.x), .number(location.y)] + (z.map { [.number($0)] } ?? []))
}

/// An envelope as JSON: `[xmin, ymin, xmax, ymax]`, or null.
func json(_ envelope: Envelope?) -> JSONValue {
  guard let envelope else { return .null }
  return .array(
    [envelope.minX, envelope.minY, envelope.maxX, envelope.maxY].map { .number($0) }
  )
}

// Short names for the library's formats of numbers in sentences.

func text(_ number: Double, places: Int = 3) -> String { Words.number(number, decimals: places) }

func text(_ location: Coordinate) -> String { Words.place(location) }

/// A distance as text, with the precision of places there.
func text(_ distance: Double, near location: Coordinate) -> String {
  Words.distance(distance, near: location)
}

/// A number as text: without decimals when it is an integer, otherwise with seven digits.
func plain(_ number: Double) -> String { Words.number(number) }

/// A number with its noun: `1 feature`, `2 features`.
func count(_ number: Int, _ thing: String) -> String { Words.count(number, thing) }

extension [String: JSONValue] {
  /// The keys that every feature has, all null, for a target that is not a stored feature.
  static let ofNoFeature: [String: JSONValue] = Dictionary(
    uniqueKeysWithValues: ["source", "globalID", "origin", "assetGroup", "assetType", "row"]
      .map { ($0, .null) }
  )
}
