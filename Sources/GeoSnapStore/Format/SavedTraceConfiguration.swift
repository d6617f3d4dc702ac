public import GeoSnap

/// A named trace configuration in a network's file.
public struct SavedTraceConfiguration: Equatable, Sendable {
  /// The name, unique in the file; compared without case.
  public var name: String
  /// The purpose; may be empty.
  public var summary: String
  /// The type of trace that it is for; nil for any.
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
