public import GeoSnap

/// A trace configuration that a network's file keeps under a name.
public struct SavedTraceConfiguration: Equatable, Sendable {
  /// The name, unique in the file; compared without case.
  public var name: String
  /// What it is for; may be empty.
  public var summary: String
  /// What the trace is meant to look for; nil for anything.
  public var type: TraceType?
  /// The configuration.
  public var configuration: TraceConfiguration

  /// Creates a saved configuration.
  public init(
    name: String,
    summary: String = "",
    type: TraceType? = nil,
    configuration: TraceConfiguration
  ) {
    self.name = name
    self.summary = summary
    self.type = type
    self.configuration = configuration
  }
}
