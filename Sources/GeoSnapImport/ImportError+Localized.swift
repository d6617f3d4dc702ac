public import GeoSnap

extension ImportError: ExplainedError {
  /// Why the file is refused.
  public var failureReason: String? {
    "A file is imported only if the whole file can be read."
  }

  /// What the user can do.
  public var recoverySuggestion: String? {
    "Correct each place that is listed, and import again."
  }
}
