import ArgumentParser
import GeoSnap
import GeoSnapStore

/// Why there is no result, told as a failure of the program.
enum TraceFailure {
  /// What to throw where no network is at hand whose features could be named.
  static func failure(of error: TraceError) -> Failure {
    Failure(exitCode: exitCode(error.code), message: error.message, code: error.code.rawValue)
  }

  /// Tells an error: as JSON on stdout where that is wanted, and why on stderr.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - asJSON: Whether JSON is wanted.
  ///   - network: What has the names.
  ///   - remedy: A command line that would go on; nil where none is known.
  ///   - edge: Where the network ends, if only an extent of it was read.
  /// - Returns: What to throw.
  /// - Throws: ``Failure`` when stdout cannot be written.
  static func tell(
    _ error: TraceError,
    asJSON: Bool,
    _ network: EditedNetwork,
    _ remedy: String? = nil,
    edge: NetworkEdge? = nil
  ) throws -> Failure {
    // Who asks from a program pastes no command line.
    let remedy = Surroundings.current.isProgram ? remedy : nil
    let message = [error.message, edge.map { _ in NetworkEdge.remedy }].compactMap(\.self).joined(
      separator: " "
    )
    let names = TraceNames(network)
    let stops = error.stops.map {
      "\n  \(names.line($0))"
    }
    var failure = Failure(
      exitCode: exitCode(error.code),
      message: message + stops.joined() + (remedy.map { "\nFor instance: \($0)" } ?? ""),
      code: error.code.rawValue
    )
    if asJSON {
      let told = Failure(exitCode: failure.exitCode, message: message, code: failure.code)
      var stream = JSONStream()
      stream.member(
        "error",
        json: String(decoding: try told.json.text(isIndented: false), as: UTF8.self)
      )
      try stream.stops("stops", error.stops, names)
      try stream.end()
      failure.isTold = true
    }
    return failure
  }

  /// Does something, and tells why it cannot be traced if that is so.
  static func telling<Value>(
    asJSON: Bool,
    _ network: EditedNetwork,
    edge: NetworkEdge? = nil,
    _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch {
      guard let error = error as? TraceError else { throw error }
      throw try tell(error, asJSON: asJSON, network, edge: edge)
    }
  }

  /// The command line is wrong where it asks for what cannot be traced anywhere in the network.
  private static func exitCode(_ code: TraceError.Code) -> ExitCode {
    switch code {
    case .badValue, .startMissing, .badLocation, .unknownTier, .tierMissing, .filterBarrierMissing,
      .notOffered:
      .usage
    // Names on the command line have been looked up: these stand in a configuration.
    case .unknownAttribute, .unknownCategory: .badData
    case .noControllers, .badCost: .noAnswer
    case .cancelled: .interrupted
    }
  }
}
