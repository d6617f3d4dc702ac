/// The reason why a trace did not run.
public struct TraceError: MessageError, Equatable, Sendable {
  /// The kind of error.
  public enum Code: String, Hashable, Sendable {
    /// A condition or function names an attribute that the network does not have.
    case unknownAttribute
    /// A condition names a category that no asset type has.
    case unknownCategory
    /// A value is not valid for its attribute: a name that its domain does not have, or a fraction for a bitset.
    case badValue
    /// No controller is reached from a start, or none has the requested name.
    case noControllers
    /// The trace needs a start, or two.
    case startMissing
    /// A location is not in the graph: a feature that is not part of it, a fraction beyond its line, a terminal that
    /// the device does not have, or no terminal where it has several.
    case badLocation
    /// There is no such tier or domain network.
    case unknownTier
    /// Several tiers are possible.
    case tierMissing
    /// An isolation trace needs a filter barrier that can be shut.
    case filterBarrierMissing
    /// A shortest path needs a cost attribute without negative values.
    case badCost
    /// The setting belongs to another type of trace.
    case notOffered
    /// The task was cancelled.
    case cancelled
  }

  /// The kind of error.
  public let code: Code
  /// The error and its remedy, as a sentence.
  public let message: String
  /// The stops on the way to a controller, the nearest to the start first; empty for other errors.
  public let stops: [TraceStop]

  package init(_ code: Code, _ message: String, stops: [TraceStop] = []) {
    self.code = code
    self.message = message
    self.stops = stops
  }

  static var cancelled: TraceError { TraceError(.cancelled, "The trace was cancelled.") }

  /// Throws when the task was cancelled; called between two passes over a region.
  static func checkCancellation() throws(TraceError) { if Task.isCancelled { throw .cancelled } }

  /// The rule behind the code.
  public var failureReason: String? {
    switch code {
    case .unknownAttribute: "The network has no such network attribute."
    case .unknownCategory: "No asset type has the category."
    case .badValue: "The attribute has no such value."
    case .noControllers: "No subnetwork controller is reached."
    case .startMissing: "The trace has no start."
    case .badLocation: "The location is not in the graph."
    case .unknownTier: "The network has no such tier or domain network."
    case .tierMissing: "More than one tier is possible."
    case .filterBarrierMissing: "An isolation trace needs to know which features can be shut."
    case .badCost: "A shortest path needs a cost attribute, and no cost may be negative."
    case .notOffered: "The setting is for another type of trace."
    case .cancelled: "The task was cancelled."
    }
  }

  /// The way to correct it.
  public var recoverySuggestion: String? {
    switch code {
    case .unknownAttribute, .unknownCategory, .unknownTier:
      "Use one of the names that the network defines."
    case .badValue: "Use a value of its domain, or a number of its type."
    case .noControllers: "Start where a controller feeds, or name another controller."
    case .startMissing: "Give a start; a shortest path takes two."
    case .badLocation:
      "Choose a feature of the network, a terminal that it has, and a fraction from 0 to 1."
    case .tierMissing: "Name the tier."
    case .filterBarrierMissing: "Add a filter barrier, for example a category of valves."
    case .badCost: "Name a network attribute whose values are 0 or more."
    case .notOffered: "Choose that type, or leave the setting out."
    case .cancelled: "Run the trace again."
    }
  }
}
