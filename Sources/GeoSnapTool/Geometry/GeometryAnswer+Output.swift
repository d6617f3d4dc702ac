import GeoSnap

extension GeometryAnswer {
  /// The answer as one line of text: tabs separate geometries of a list.
  func line(_ form: GeometryForm) throws -> String {
    switch self {
    case .truth(let truth): return "\(truth)"
    case .number(let number): return number.map { "\($0)" } ?? "none"
    case .count(let count): return "\(count)"
    case .word(let word): return word
    case .geometry(let geometry):
      return try geometry.map { try GeometryText.write($0, form) } ?? "none"
    case .geometries(let geometries):
      if geometries.isEmpty { return "none" }
      return try geometries.map { try GeometryText.write($0, form) }.joined(separator: "\t")
    case .record(let members):
      return try members.map { try "\($0.name): \($0.value.line(form))" }.joined(separator: "\t")
    }
  }

  func json(_ form: GeometryForm) throws -> JSONValue {
    func value(_ geometry: Geometry) throws -> JSONValue {
      // Writing refuses what the format cannot hold.
      let text = try GeometryText.write(geometry, form)
      return form == .geojson ? GeometryText.json(geometry) : .string(text)
    }
    switch self {
    case .truth(let truth): return .bool(truth)
    case .number(let number): return JSONValue(number)
    case .count(let count): return .integer(count)
    case .word(let word): return .string(word)
    case .geometry(let geometry): return try geometry.map(value) ?? .null
    case .geometries(let geometries): return .array(try geometries.map(value))
    case .record(let members):
      return .object(
        try Dictionary(uniqueKeysWithValues: members.map { ($0.name, try $0.value.json(form)) })
      )
    }
  }
}
