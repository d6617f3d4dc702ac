import GeoSnap

/// One public operation of geometries, its operands and arguments taken from ``EngineOperands``.
public struct EngineCall: Sendable {
  /// The operation's name and what is special about its arguments.
  public let name: String
  private let body: @Sendable (EngineOperands) throws -> EngineAnswer

  init(_ name: String, _ body: @escaping @Sendable (EngineOperands) throws -> EngineAnswer) {
    self.name = name
    self.body = body
  }

  static func geometry(
    _ name: String,
    _ body: @escaping @Sendable (EngineOperands) throws -> Geometry?
  ) -> EngineCall { EngineCall(name) { .geometry(try body($0)) } }

  static func geometries(
    _ name: String,
    _ body: @escaping @Sendable (EngineOperands) throws -> [Geometry]
  ) -> EngineCall { EngineCall(name) { .geometries(try body($0)) } }

  /// What the operation answers; an error is an answer too.
  public func answer(_ operands: EngineOperands) -> EngineAnswer {
    do {
      return try body(operands)
    } catch let error as GeometryError {
      return .refusal(error.code, error.message)
    } catch { return .text("\(error)") }
  }

  public static let all =
    predicates + preparedPredicates + measures + places + setOperations + shapes + linework
    + cutting + edits
}
