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

extension SavedTraceConfiguration {
  /// Refuses a name that cannot be stored.
  package func checkName(at path: String) throws(StoreError) {
    guard name.contains(where: { !$0.isWhitespace }), !name.contains("\0") else {
      throw StoreError(
        path: path,
        table: Profile.traceConfigurations,
        "NAME is blank or contains a NUL character."
      )
    }
  }
}
