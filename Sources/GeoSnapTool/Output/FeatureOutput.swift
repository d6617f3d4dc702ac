import Foundation
import GeoSnap

/// How features are named in JSON and in text.
struct FeatureOutput {
  let network: UtilityNetwork

  /// The keys that every feature has: source, globalID, origin, assetGroup, assetType, row.
  func members(_ feature: FeatureID) -> [String: JSONValue] {
    let table = network.tables[Int(feature.table)]
    let row = Int(feature.row)
    let type = network.assetType(of: feature)
    return [
      "source": .string(table.name),
      "globalID": JSONValue(table.globalIDs[row]?.description),
      "origin": JSONValue(table.origins[row]),
      "assetGroup": JSONValue(type?.group.name),
      "assetType": JSONValue(type?.type.name),
      "row": .integer(Int(table.rowIDs[row])),
    ]
  }

  /// The feature in one line, such as `PipelineLine  Main / PE 110  pipe/12`.
  func line(_ feature: FeatureID) -> String {
    let table = network.tables[Int(feature.table)]
    let row = Int(feature.row)
    let type = network.assetType(of: feature).map { "\($0.group.name) / \($0.type.name)" }
    let name =
      table.origins[row] ?? table.globalIDs[row]?.description ?? "row \(table.rowIDs[row])"
    return [table.name, type, name].compactMap { $0 }.joined(separator: "  ")
  }

  /// What people call the feature; nil when it has no name.
  func name(_ feature: FeatureID) -> String? {
    let table = network.tables[Int(feature.table)]
    return table.nameField.flatMap { table.attributes[$0][Int(feature.row)].text }
  }

  /// The attributes that have a value, in the order of fields; coded values by name, the code beside it.
  func values(_ feature: FeatureID) -> [(field: String, text: String)] {
    let table = network.tables[Int(feature.table)]
    return table.fields.enumerated().compactMap { position, field in
      let value = table.attributes[position][Int(feature.row)]
      if case .blob(let bytes) = value { return (field.name, count(bytes.count, "byte")) }
      guard let text = value.text else { return nil }
      let name = network.codedName(of: field.name, of: feature).map { "\($0) (\(text))" }
      return (field.name, name ?? text)
    }
  }

  /// All attributes by the names of fields; bytes as hexadecimal digits.
  func attributes(_ feature: FeatureID) -> JSONValue {
    let table = network.tables[Int(feature.table)]
    var members: [String: JSONValue] = [:]
    for (position, field) in table.fields.enumerated() {
      switch table.attributes[position][Int(feature.row)] {
      case .null: members[field.name] = .null
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

  /// The name of an asset type as the command line takes it.
  func path(_ id: AssetTypeID) -> String {
    guard let type = network.assetType(id) else { return "\(id)" }
    return "\(type.source.name)/\(type.group.name)/\(type.type.name)"
  }
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

/// A number for people: at most `places` decimals.
func text(_ number: Double, places: Int = 3) -> String {
  String(format: "%.\(places)f", number)
}

/// A place for people.
func text(_ location: Coordinate) -> String {
  let places = decimals(near: location)
  return "\(text(location.x, places: places)) \(text(location.y, places: places))"
}

/// A distance for people, as exact as places there are written.
func text(_ distance: Double, near location: Coordinate) -> String {
  text(distance, places: decimals(near: location))
}

/// Degrees need more decimals than metres to say the same.
private func decimals(near location: Coordinate) -> Int {
  abs(location.x) <= 180 && abs(location.y) <= 90 ? 7 : 3
}

/// A number for people, without decimals when it is whole, otherwise to seven digits.
func plain(_ number: Double) -> String {
  number == number.rounded() && number.magnitude < 1e15
    ? "\(Int(number))" : String(format: "%.7g", number)
}

/// A number of things: `1 feature`, `2 features`.
func count(_ number: Int, _ thing: String) -> String {
  "\(number) \(thing)\(number == 1 ? "" : "s")"
}

extension [String: JSONValue] {
  /// The keys that every feature has, for what is no stored feature: all null.
  static let ofNoFeature: [String: JSONValue] = Dictionary(
    uniqueKeysWithValues: ["source", "globalID", "origin", "assetGroup", "assetType", "row"]
      .map { ($0, .null) }
  )
}
