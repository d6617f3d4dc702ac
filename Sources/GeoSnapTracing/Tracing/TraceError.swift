/// Why a trace did not run.
public struct TraceError: Error, Equatable, Sendable {
  /// What kind of thing is wrong.
  public enum Code: String, Hashable, Sendable {
    /// A condition or function names an attribute that the network has not.
    case unknownAttribute
    /// A condition names a category that no asset type has.
    case unknownCategory
    /// A value is none of the attribute's: a name that its domain has not, a fraction among bits.
    case badValue
    /// No controller is reached from a start, or none has the name asked for.
    case noControllers
    /// The trace needs a start, or two.
    case startMissing
    /// A location is nowhere in the graph: a feature that takes no part, a fraction beyond its line, a terminal that
    /// the device has not, or none where it has several.
    case badLocation
    /// There is no such tier or domain network.
    case unknownTier
    /// Several tiers may be meant.
    case tierMissing
    /// An isolation trace needs a filter barrier: something that can be shut.
    case filterBarrierMissing
    /// A shortest path needs an attribute that costs, and no cost may be negative.
    case badCost
    /// What is asked for goes with another type of trace.
    case notOffered
    /// The task was cancelled.
    case cancelled
  }

  /// What kind of thing is wrong.
  public let code: Code
  /// What is wrong and what to do, as a sentence.
  public let message: String
  /// Where the way to a controller ended, the nearest to the start first; empty for other errors.
  public let stops: [TraceStop]

  /// Creates an error.
  public init(_ code: Code, _ message: String, stops: [TraceStop] = []) {
    self.code = code
    self.message = message
    self.stops = stops
  }

  /// The error of a task that was cancelled.
  static var cancelled: TraceError { TraceError(.cancelled, "The trace was cancelled.") }

  /// Ends the work of a task that was cancelled; asked between two passes over a region.
  static func checkCancellation() throws(TraceError) {
    if Task.isCancelled { throw .cancelled }
  }
}

extension TraceError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
