import GeoSnap
import GeoSnapProjection
import Synchronization

struct GeometryOperation: Sendable {
  let name: String
  let summary: String
  let isBinary: Bool
  /// The options in the order of the help: required ones, and optional ones in brackets.
  let options: String
  let run: @Sendable (GeometryCall) throws -> GeometryAnswer

  static func unary<Answer: GeometryAnswering>(
    _ name: String,
    _ summary: String,
    _ options: String = "",
    _ run: @escaping @Sendable (GeometryCall) throws -> Answer
  ) -> GeometryOperation {
    GeometryOperation(name: name, summary: summary, isBinary: false, options: options) {
      try run($0).answer
    }
  }

  static func binary<Answer: GeometryAnswering>(
    _ name: String,
    _ summary: String,
    _ options: String = "",
    _ run: @escaping @Sendable (GeometryCall, _ other: Geometry) throws -> Answer
  ) -> GeometryOperation {
    GeometryOperation(name: name, summary: summary, isBinary: true, options: options) {
      guard let second = $0.second else { preconditionFailure("\(name) takes two geometries") }
      return try run($0, second).answer
    }
  }

  static let all = predicates + measures + sets + lines + shapes + transformations + onGround

  /// Whether the result depends on the common extent of all geometries.
  var needsExtents: Bool { name == "project" }

  func check(_ parameters: GeometryParameters) throws {
    let known = Set(
      options.split { !$0.isLetter && $0 != "-" }.filter { $0.hasPrefix("--") }.map(String.init)
    )
    guard let other = parameters.given.first(where: { !known.contains($0) }) else { return }
    let all = known.isEmpty ? "none" : options
    throw Failure.usage("'\(name)' does not take \(other). Its options: \(all).")
  }

  static func named(_ name: String) throws -> GeometryOperation {
    guard let operation = all.first(where: { $0.name == name }) else {
      let meant = NearNames.suggestion(for: name, in: all.map(\.name))
      throw Failure.usage(
        meant.map { "There is no operation '\(name)'. Did you mean \($0)?" }
          ?? "There is no operation '\(name)': geosnap geometry --list lists them."
      )
    }
    return operation
  }
}

struct GeometryCall {
  let geometry: Geometry
  let second: Geometry?
  let parameters: GeometryParameters
  let extent: Envelope?

  func number(_ path: KeyPath<GeometryParameters, Double?>, _ name: String) throws -> Double {
    guard let number = parameters[keyPath: path] else { throw Failure.usage("Give --\(name).") }
    return number
  }

  func number(
    _ path: KeyPath<GeometryParameters, LengthArgument?>,
    _ name: String
  ) throws -> Double {
    try number(path.appending(path: \.?.number), name)
  }

  var tolerance: Double? { parameters.tolerance?.number }
  var grid: Double? { parameters.grid?.number }

  func place() throws -> Coordinate {
    guard let place = try onlyPlace() else { throw Failure.usage("Give --at X,Y.") }
    return place
  }

  /// The optional place; several are refused.
  func onlyPlace() throws -> Coordinate? {
    guard parameters.at.count <= 1 else {
      throw Failure.usage("Give one --at: the operation takes one place.")
    }
    return parameters.at.first
  }

  func fraction() throws -> Double {
    guard let fraction = parameters.fraction.first, parameters.fraction.count == 1 else {
      throw Failure.usage("Give one --fraction.")
    }
    return fraction
  }
}

protocol GeometryAnswering: SendableMetatype {
  var answer: GeometryAnswer { get }
}

extension Bool: GeometryAnswering { var answer: GeometryAnswer { .truth(self) } }
extension Double: GeometryAnswering { var answer: GeometryAnswer { .number(self) } }
extension Int: GeometryAnswering { var answer: GeometryAnswer { .count(self) } }
extension Geometry: GeometryAnswering { var answer: GeometryAnswer { .geometry(self) } }
extension Point: GeometryAnswering { var answer: GeometryAnswer { .geometry(.point(self)) } }
extension [Geometry]: GeometryAnswering { var answer: GeometryAnswer { .geometries(self) } }
extension Optional: GeometryAnswering where Wrapped: GeometryAnswering {
  var answer: GeometryAnswer { self?.answer ?? .geometry(nil) }
}

enum GeometryAnswer: GeometryAnswering {
  var answer: GeometryAnswer { self }

  case truth(Bool)
  case number(Double?)
  case count(Int)
  case word(String)
  case geometry(Geometry?)
  case geometries([Geometry])
  case record([(name: String, value: GeometryAnswer)])

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

/// The reference systems and transformations that all lines of a batch share: each lookup takes milliseconds.
final class ReferenceSystemCache: Sendable {
  static let shared = ReferenceSystemCache()

  private struct Pair: Hashable {
    var source: SRID
    var target: SRID
    /// The extent in whole degrees, or in tens of kilometres: the best operation depends on it.
    var extent: [Int]?
  }

  private let geodesies = Mutex<[SRID: Geodesy]>([:])
  private let transformations = Mutex<[Pair: CoordinateTransformation]>([:])

  var notes: [String] {
    Set(transformations.withLock { $0.values.flatMap(\.notes) }).sorted()
  }

  func geodesy(_ srid: SRID) throws -> Geodesy {
    if let known = geodesies.withLock({ $0[srid] }) { return known }
    let geodesy = try Geodesy(of: SpatialReference(srid: srid))
    geodesies.withLock { $0[srid] = geodesy }
    return geodesy
  }

  func transformation(
    from source: SRID,
    to target: SRID,
    covering envelope: Envelope?
  ) throws -> CoordinateTransformation {
    let from = try SpatialReference(srid: source)
    let cell = from.kind == .geographic ? 1.0 : 10_000
    // Rounded outwards to whole cells, so that lines of one town share an operation.
    let extent = envelope.flatMap { envelope in
      let sides = [envelope.minX, envelope.minY, envelope.maxX, envelope.maxY].map { $0 / cell }
      return sides.allSatisfy { abs($0) < 1e9 }
        ? [
          Int(sides[0].rounded(.down)), Int(sides[1].rounded(.down)),
          Int(sides[2].rounded(.up)), Int(sides[3].rounded(.up)),
        ] : nil
    }
    let pair = Pair(source: source, target: target, extent: extent)
    if let known = transformations.withLock({ $0[pair] }) { return known }
    let transformation = try CoordinateTransformation(
      from: from,
      to: SpatialReference(srid: target),
      covering: extent.map {
        Envelope(
          minX: Double($0[0]) * cell,
          minY: Double($0[1]) * cell,
          maxX: Double($0[2]) * cell,
          maxY: Double($0[3]) * cell
        )
      }
    )
    transformations.withLock { $0[pair] = transformation }
    return transformation
  }
}
