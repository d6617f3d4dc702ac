internal import GeoSnap
public import Testing

/// Expects a value to be what an example in the documentation says it is.
///
/// Numbers are written without a zero after the point, geometries as well-known text, coordinates as
/// their ordinates, texts without quotes. What ends in `...` is the beginning.
public func shows(
  _ value: Any?,
  _ expected: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let text = shown(value)
  if expected.hasSuffix("...") {
    #expect(text.hasPrefix(expected.dropLast(3)), "\(text)", sourceLocation: sourceLocation)
  } else {
    #expect(text == expected, sourceLocation: sourceLocation)
  }
}

private func shown(_ value: Any?) -> String {
  guard let value else { return "nil" }
  switch value {
  case let number as Double: return shown(number)
  case let geometry as Geometry: return geometry.wkt
  case let place as Coordinate: return "\(shown(place.x)) \(shown(place.y))"
  case let segment as Segment: return "\(shown(segment.start)), \(shown(segment.end))"
  case let list as [Any]: return "[" + list.map(shown).joined(separator: ", ") + "]"
  default: break
  }
  let mirror = Mirror(reflecting: value)
  // An optional in an `Any` is a separate value.
  if mirror.displayStyle == .optional { return shown(mirror.children.first?.value) }
  return "\(value)"
}

private func shown(_ number: Double) -> String {
  let text = "\(number)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
