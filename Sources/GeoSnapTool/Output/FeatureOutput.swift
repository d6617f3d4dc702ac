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

  func json(_ feature: FeatureID) -> JSONValue { .object(members(feature)) }

  func line(_ feature: FeatureID) -> String { network.describe(feature) }

  /// All attributes by field name; bytes as hexadecimal digits.
  package func attributes(_ feature: FeatureID) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for (position, field) in network.base.tables[Int(feature.table)].fields.enumerated() {
      members[field.name] = JSONValue(network.attribute(position, of: feature) ?? .null)
    }
    return .object(members)
  }

  /// The name of an asset type on the command line.
  func path(_ id: AssetTypeID) -> String { network.describe(id) }

  func paths(_ ids: [AssetTypeID]) -> JSONValue { JSONValue(ids.map(path)) }
}

/// A place as JSON: `[x, y]` or `[x, y, z]`.
func json(_ location: Coordinate, z: Double? = nil) -> JSONValue {
  .array([.number(location.x), .number(location.y)] + (z.map { [.number($0)] } ?? []))
}

package func json(_ terminals: [Terminal]) -> JSONValue {
  .array(terminals.map { .object(["id": .integer($0.id), "name": .string($0.name)]) })
}

/// An envelope as JSON: `[xmin, ymin, xmax, ymax]`, or null.
package func json(_ envelope: Envelope?) -> JSONValue {
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
