import GeoSnap

/// An operation on geometry, with its name on the command line.
struct GeometryOperation: Sendable {
  let name: String
  let summary: String
  let isBinary: Bool
  /// The options in the order of the help: required ones, and optional ones in brackets.
  let options: String
  let run: @Sendable (GeometryCall) throws -> GeometryAnswer

  static func unary(
    _ name: String,
    _ summary: String,
    _ options: String = "",
    _ run: @escaping @Sendable (GeometryCall) throws -> GeometryAnswer
  ) -> GeometryOperation {
    GeometryOperation(name: name, summary: summary, isBinary: false, options: options, run: run)
  }

  static func binary(
    _ name: String,
    _ summary: String,
    _ options: String = "",
    _ run: @escaping @Sendable (GeometryCall) throws -> GeometryAnswer
  ) -> GeometryOperation {
    GeometryOperation(name: name, summary: summary, isBinary: true, options: options, run: run)
  }

  /// All operations, in the order of the list.
  static let all = predicates + measures + sets + lines + shapes + transformations + onGround

  /// Whether the result depends on the common extent of all geometries.
  var needsExtents: Bool { name == "project" }

  /// Refuses options that the operation does not use.
  func check(_ parameters: GeometryParameters) throws {
    let known = Set(
      options.split { !$0.isLetter && $0 != "-" }.filter { $0.hasPrefix("--") }.map(String.init)
    )
    guard let other = parameters.given.first(where: { !known.contains($0) }) else { return }
    let all = known.isEmpty ? "none" : options
    throw Failure.usage("'\(name)' does not take \(other). Its options: \(all).")
  }

  /// The operation of a name; throws ``Failure`` with how to list them.
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

/// The input of an operation.
struct GeometryCall {
  let geometry: Geometry
  let second: Geometry?
  let parameters: GeometryParameters
  /// The common extent of all geometries of the reference system.
  let extent: Envelope?

  func other() throws -> Geometry {
    guard let second else { throw Failure.usage("A second geometry is needed: give --with.") }
    return second
  }

  /// A required number.
  func number(_ path: KeyPath<GeometryParameters, Double?>, _ name: String) throws -> Double {
    guard let number = parameters[keyPath: path] else { throw Failure.usage("Give --\(name).") }
    return number
  }

  /// A required length.
  func number(
    _ path: KeyPath<GeometryParameters, LengthArgument?>,
    _ name: String
  ) throws -> Double {
    try number(path.appending(path: \.?.number), name)
  }

  var tolerance: Double? { parameters.tolerance?.number }
  var grid: Double? { parameters.grid?.number }

  /// The required place.
  func place() throws -> Coordinate {
    guard let place = try onlyPlace() else { throw Failure.usage("Give --at X,Y.") }
    return place
  }

  /// The optional place; several are refused.
  func onlyPlace() throws -> Coordinate? {
    guard parameters.at.count <= 1 else {
      throw Failure.usage("Give one --at: the operation takes one place.")
    }
    return parameters.at.first?.coordinate
  }

  /// The required fraction of a line.
  func fraction() throws -> Double {
    guard let fraction = parameters.fraction.first, parameters.fraction.count == 1 else {
      throw Failure.usage("Give one --fraction.")
    }
    return fraction
  }
}

enum GeometryAnswer {
  case truth(Bool)
  case number(Double?)
  case count(Int)
  case word(String)
  case geometry(Geometry?)
  case geometries([Geometry])
  /// Named answers, in order.
  case record([(name: String, value: GeometryAnswer)])
}
