/// A place where a trace stopped, and the reason.
public struct TraceStop: Hashable, Sendable {
  /// The reason for a stop.
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    /// There is a barrier, or the feature is assumed to be one.
    case barrier
    /// A condition of the configuration holds.
    case condition
    /// A function barrier applies.
    case function
    /// A propagated value does not arrive.
    case propagator
    /// The flow runs the other way, or is indeterminate where that is not allowed.
    case direction
    /// The device has no path between the two terminals.
    case validPath
    /// A subnetwork begins at the other terminal.
    case tierBoundary
    /// The controller's subnetwork ends at its terminal.
    case controller
    /// There is no further connection.
    case deadEnd
  }

  /// The element at which the trace stopped.
  public let element: NetworkElement
  /// The reason.
  public let reason: Reason
  /// The reason as a sentence: which condition holds, with which values.
  public let detail: String
}

/// A warning of a trace that ran.
public struct TraceWarning: Hashable, Codable, Sendable {
  /// The kind of warning.
  public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
    /// A start is not in the graph and was ignored.
    case startIgnored
    /// A subnetwork controller is within the region to be isolated.
    case controllerInside
    /// A source that is not a subnetwork controller is within the region to be isolated.
    case sourceInside
    /// A feature that can feed stays connected with the region to be isolated, but does not count as a source.
    case sourceIgnored
    /// An existing barrier separates the region to be isolated from the rest.
    case takenAsShut
    /// A feature in the region to be isolated cannot be shut, by an assumption of the trace.
    case takenAsOpen
    /// An isolation trace uses a category that no asset type of the domain network has.
    case categoryMissing
    /// An asset type is not valid in the tier: codes 24, 26 and 40 to 42.
    case notValidInTier
    /// Fewer nearest neighbours were found than requested.
    case neighborsNotFound
    /// The trace reads values that their attribute cannot have.
    case valueUnreadable
    /// A setting of the configuration has no effect on this trace.
    case ignored
  }

  /// The kind of warning.
  public let code: Code
  /// The warning as a sentence.
  public let message: String
}

extension TraceWarning: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
