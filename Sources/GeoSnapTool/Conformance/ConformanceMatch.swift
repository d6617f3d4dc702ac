import GeoSnap

extension ConformanceRunner {
  /// Says how an answer differs from the expected one; nil when it does not.
  ///
  /// Numbers and coordinates may differ by 1e-9 of their greatest ordinate, as programs add in different
  /// orders. Areas that sets are combined to may have other vertices on the same outline; of buffers a
  /// thousandth of the area may differ, since arcs are drawn in many ways.
  func difference(_ answer: ConformanceAnswer, from text: String) throws -> String? {
    switch answer {
    case .truth(let truth):
      guard let expected = ["true": true, "false": false][text.lowercased()] else {
        return "expected '\(text)', got \(truth)"
      }
      return truth == expected ? nil : "expected \(expected), got \(truth)"
    case .number(let number):
      guard let expected = Double(text) else { return "expected '\(text)', got \(number)" }
      if isLimit { return number <= expected ? nil : "expected at most \(expected), got \(number)" }
      let isNear =
        number == expected
        || (number - expected).magnitude <= 1e-9 * max(number.magnitude, expected.magnitude)
      return isNear ? nil : "expected \(expected), got \(number)"
    case .geometry(let geometry):
      let expected = try ConformanceRunner.geometry(text)
      let envelope = expected.envelope
      let reach = envelope.map {
        max(
          max($0.minX.magnitude, $0.maxX.magnitude),
          max($0.minY.magnitude, $0.maxY.magnitude)
        )
      }
      if try geometry.equalsNormalized(expected, tolerance: (reach ?? 0) * 1e-9) { return nil }
      if let share = areaShare, try geometry.isNearArea(of: expected, share) { return nil }
      return "expected \(expected.wkt), got \(geometry.wkt)"
    }
  }
}

extension Geometry {
  /// Whether two areas differ by at most a share of their area.
  fileprivate func isNearArea(of other: Geometry, _ share: Double) throws -> Bool {
    if isEmpty || other.isEmpty { return isEmpty && other.isEmpty }
    let areas = [GeometryType.polygon, .multiPolygon]
    guard areas.contains(type), areas.contains(other.type) else { return false }
    return try symmetricDifference(other).area <= share * max(area, other.area)
  }
}
