/// A place where a trace did not go on, and why.
public struct TraceStop: Hashable, Sendable {
  /// What kept the trace from going on.
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    /// A barrier stands there, or the feature is taken to bar.
    case barrier
    /// A condition of the configuration holds.
    case condition
    /// A function barrier rose.
    case function
    /// Nothing of a propagated value arrives.
    case propagator
    /// The flow runs the other way, or may run either way where that is not allowed.
    case direction
    /// The device has no path between the two terminals.
    case validPath
    /// Another tier begins.
    case tierBoundary
    /// The controller's subnetwork ends at its terminal.
    case controller
    /// Nothing leads on.
    case deadEnd
  }

  /// Where the trace stopped.
  public let element: NetworkElement
  /// Why.
  public let reason: Reason
  /// Why, as a sentence: which condition holds, with which values.
  public let detail: String
}

/// Something that a trace's caller should know, though the trace ran.
public struct TraceWarning: Hashable, Codable, Sendable {
  /// What kind of thing it is.
  public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
    /// A start belongs to no part of the graph, and was passed over.
    case startIgnored
    /// A controller lies within the region that was to be isolated.
    case controllerInside
    /// A source that controls no subnetwork lies within the region that was to be isolated.
    case sourceInside
    /// What can feed stays joined with the region that was to be isolated, and counts as no source.
    case sourceIgnored
    /// What bars already keeps the region that was to be isolated from the rest.
    case takenAsShut
    /// A feature in the region that was to be isolated cannot be shut, as the question assumes.
    case takenAsOpen
    /// An isolation trace shuts by a category that no asset type of the domain network has.
    case categoryMissing
    /// An asset type is not valid in the tier: codes 24, 26 and 40 to 42.
    case notValidInTier
    /// Fewer nearest neighbours were found than asked for.
    case neighborsNotFound
    /// Values that the trace reads are none that their attribute can have.
    case valueUnreadable
    /// What the configuration asks for is not part of this trace.
    case ignored
  }

  /// What kind of thing it is.
  public let code: Code
  /// What it is, as a sentence.
  public let message: String
}

extension TraceWarning: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
