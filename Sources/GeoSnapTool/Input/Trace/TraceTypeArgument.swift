import ArgumentParser
import GeoSnap

/// The type of a trace on the command line: as services spell it, in any case, with or without hyphens.
struct TraceTypeArgument {
  let type: TraceType

  /// Reads a name; throws `ValidationError` with the valid names.
  init(_ argument: String) throws {
    let name = argument.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    guard let type = TraceType.allCases.first(where: { $0.rawValue.lowercased() == name }) else {
      throw ValidationError(
        "There is no trace type \(argument). "
          + Words.known("type", TraceType.allCases.map(\.rawValue))
      )
    }
    self.type = type
  }
}

extension IndeterminateFlow {
  /// Reads a name; throws `ValidationError` with the valid names.
  init(argument: String) throws {
    guard let flow = IndeterminateFlow(rawValue: argument.lowercased()) else {
      throw ValidationError(
        "--indeterminate must be \(Words.list(IndeterminateFlow.allCases.map(\.rawValue), "or"))."
      )
    }
    self = flow
  }
}

/// A result that a trace includes in addition to the traversed features.
enum IncludedPart: String, ExpressibleByArgument, CaseIterable {
  case containers, content, structures, barriers, isolated

  var switchPath: WritableKeyPath<TraceConfiguration, Bool> {
    switch self {
    case .containers: \.includesContainers
    case .content: \.includesContent
    case .structures: \.includesStructures
    case .barriers: \.includesBarriers
    case .isolated: \.includesIsolatedFeatures
    }
  }
}
