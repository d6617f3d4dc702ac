/// Why a trace did not run.
public struct TraceError: Error, Hashable, Sendable {
  /// What kind of thing is wrong.
  public enum Code: String, Hashable, Sendable {
    /// A condition or function names an attribute that the network has not.
    case unknownAttribute
    /// A condition names a category that no asset type has.
    case unknownCategory
    /// A value is none of the attribute's: a name that its domain has not, a fraction among bits.
    case badValue
  }

  /// What kind of thing is wrong.
  public let code: Code
  /// What is wrong and what to do, as a sentence.
  public let message: String

  /// Creates an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension TraceError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
