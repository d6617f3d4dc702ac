#if canImport(FoundationEssentials)
  public import protocol FoundationEssentials.LocalizedError
#else
  public import protocol Foundation.LocalizedError
#endif

/// An error whose description is a sentence, with the reason and the remedy beside it.
public protocol ExplainedError: LocalizedError, CustomStringConvertible {}

extension ExplainedError {
  /// The error's `description`.
  public var errorDescription: String? { description }

  /// Nil, since the library has no help pages of a system.
  public var helpAnchor: String? { nil }
}

/// An explained error whose description is its message.
public protocol MessageError: ExplainedError {
  /// The error as a sentence.
  var message: String { get }
}

extension MessageError {
  /// The error's `message`.
  public var description: String { message }
}
