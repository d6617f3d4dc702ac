internal import GeoSnap

/// Reads coordinates in the forms that the two tools write them in.
enum Places {
  /// A position such as `[7.87, 48.45]`; further ordinates are left out.
  static func coordinate(_ value: JSONValue, path: String) throws(ReadingError) -> Coordinate {
    guard case .array(let ordinates) = value, (2...4).contains(ordinates.count),
      case .number(let x) = ordinates[0], case .number(let y) = ordinates[1], x.isFinite,
      y.isFinite, abs(x) < 1e15, abs(y) < 1e15
    else {
      throw ReadingError(path, "A position of two finite numbers was expected.")
    }
    return Coordinate(x: x, y: y)
  }

  /// Positions in a list, such as the vertices of a line.
  static func coordinates(_ value: JSONValue, path: String) throws(ReadingError) -> [Coordinate] {
    guard case .array(let positions) = value else {
      throw ReadingError(path, "A list of positions was expected; this is \(value.kind).")
    }
    var coordinates: [Coordinate] = []
    for position in positions { coordinates.append(try coordinate(position, path: path)) }
    return coordinates
  }

  /// The value of a `coords` cell: a list, or a list written as text; nil for an empty cell.
  static func list(_ value: JSONValue, path: String) throws(ReadingError) -> [Coordinate]? {
    switch value {
    case .null: return nil
    case .number(let number) where number.isNaN: return nil
    case .string(let text):
      return try coordinates(
        JSONParser.parse(Array(text.utf8), path: path, isEmbedded: true),
        path: path
      )
    default: return try coordinates(value, path: path)
    }
  }

  /// The value of a `geo` cell: GeoJSON of the expected type as text; nil for an empty cell.
  static func geoJSON(
    _ value: JSONValue,
    type: String,
    path: String
  ) throws(ReadingError) -> JSONValue? {
    var value = value
    switch value {
    case .null: return nil
    case .number(let number) where number.isNaN: return nil
    case .string(let text):
      if text.isEmpty { return nil }
      value = try JSONParser.parse(Array(text.utf8), path: path, isEmbedded: true)
    default: break
    }
    guard case .object(let members) = value, case .string(type)? = members["type"],
      let coordinates = members["coordinates"]
    else {
      throw ReadingError(path, "A GeoJSON \(type) was expected; this is \(value.kind).")
    }
    return coordinates
  }
}
