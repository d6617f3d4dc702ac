import ArgumentParser
import GeoSnap
import GeoSnapStore

/// An error of a trace as a failure of the program.
enum TraceFailure {
  /// The failure where there is no network that could name the features.
  static func failure(of error: TraceError) -> Failure {
    Failure(exitCode: exitCode(error.code), message: error.message, code: error.code.rawValue)
  }

  /// Prints an error as JSON on stdout when `asJSON` is true, and returns the failure, whose message goes to stderr;
  /// throws ``Failure`` when stdout cannot be written.
  ///
  /// - `network`: The network that names features.
  /// - `remedy`: A command line that would succeed; nil when unknown.
  /// - `edge`: The edge of the network, if only an extent of it was read.
  private static func tell(
    _ error: TraceError,
    asJSON: Bool,
    _ network: EditedNetwork,
    _ remedy: String?,
    edge: NetworkEdge?
  ) throws -> Failure {
    // A calling program cannot paste a command line.
    let remedy = Surroundings.current.isProgram ? remedy : nil
    var message = error.message
    if edge != nil {
      // The controller may lie beyond the extent.
      let advice = TraceError.controllerRemedy
      if message.hasSuffix(advice) { message = message.dropLast(advice.count) + "." }
      message += " \(NetworkEdge.remedy)"
    }
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

  /// Calls `body`, and reports an error of a trace.
  ///
  /// - `remedy`: A command line that would succeed; nil when unknown.
  static func telling<Value>(
    asJSON: Bool,
    _ network: EditedNetwork,
    edge: NetworkEdge? = nil,
    remedy: (TraceError) -> String? = { _ in nil },
    _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as TraceError {
      throw try tell(error, asJSON: asJSON, network, remedy(error), edge: edge)
    }
  }

  /// Usage errors are those that no network could answer.
  private static func exitCode(_ code: TraceError.Code) -> ExitCode {
    switch code {
    case .badValue, .startMissing, .badLocation, .unknownTier, .tierMissing, .filterBarrierMissing,
      .notOffered:
      .usage
    // Names on the command line have been looked up: these are from a configuration.
    case .unknownAttribute, .unknownCategory: .badData
    case .noControllers, .badCost: .noAnswer
    case .cancelled: .interrupted
    }
  }
}
