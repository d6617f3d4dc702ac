public import GeoSnap

/// What an operation answered, in a form that can be compared bit by bit.
public enum EngineAnswer: Sendable {
  /// Geometries; none for nil.
  case geometries([Geometry])
  /// Numbers; none for nil.
  case numbers([Double])
  case text(String)
  case refusal(GeometryError.Code, String)

  /// All of it, ordinates bit by bit.
  public var bytes: [UInt8] {
    switch self {
    case .geometries(let geometries): geometries.flatMap { $0.wkb(includingSRID: true) }
    case .numbers(let numbers):
      numbers.flatMap { number in
        (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * $0)) }
      }
    case .text(let text): Array(text.utf8)
    case .refusal(let code, let message): Array("\(code.rawValue): \(message)".utf8)
    }
  }

  public var geometry: Geometry? {
    if case .geometries(let geometries) = self { geometries.first } else { nil }
  }

  /// Whether every x, y and number is finite; Z and M may be missing.
  public var isFinite: Bool {
    switch self {
    case .geometries(let geometries):
      geometries.allSatisfy { geometry in geometry.coordinates.allSatisfy(\.isFinite) }
    case .numbers(let numbers): numbers.allSatisfy(\.isFinite)
    case .text, .refusal: true
    }
  }

  static func truth(_ value: Bool) -> EngineAnswer { .text(value ? "true" : "false") }

  static func geometry(_ value: Geometry?) -> EngineAnswer { .geometries(value.map { [$0] } ?? []) }

  static func number(_ value: Double?) -> EngineAnswer { .numbers(value.map { [$0] } ?? []) }

  static func place(_ value: Coordinate?) -> EngineAnswer {
    .numbers(value.map { [$0.x, $0.y] } ?? [])
  }

  static func segment(_ value: Segment?) -> EngineAnswer {
    .numbers(value.map { [$0.start.x, $0.start.y, $0.end.x, $0.end.y] } ?? [])
  }

  static func circle(_ value: Circle?) -> EngineAnswer {
    .numbers(value.map { [$0.center.x, $0.center.y, $0.radius] } ?? [])
  }

  static func hit(_ value: ProximityResult?) -> EngineAnswer {
    .numbers(
      value.map {
        [
          $0.coordinate.x, $0.coordinate.y, $0.distance, Double($0.part), Double($0.index),
          $0.fraction,
        ]
      } ?? []
    )
  }

  static func location(_ value: LinearLocation?) -> EngineAnswer {
    .numbers(
      value.map {
        [
          $0.coordinate.x, $0.coordinate.y, $0.distance, Double($0.part), Double($0.segment),
          $0.fraction, $0.segmentFraction,
        ]
      } ?? []
    )
  }

  static func problem(_ value: ValidityProblem?) -> EngineAnswer {
    .text(value.map { "\($0.reason) at \($0.location)" } ?? "")
  }
}
