import Synchronization

/// The JSON document of the verb, until the verb has ended and it is printed.
///
/// So stdout is one document, whether the verb ends well or fails halfway.
enum HeldDocument {
  private static let document = Mutex<JSONValue?>(nil)

  /// Keeps the document that is printed at the end.
  static func hold(_ value: JSONValue) { document.withLock { $0 = value } }

  /// Prints the document, if there is one.
  static func release() throws {
    guard let document = document.withLock({ $0.take() }) else { return }
    try ByteSink.standardOutput.write(document.text(isIndented: true) + [UInt8(ascii: "\n")])
  }

  /// Prints the document with the member `error`, or that alone where there is none.
  static func release(with failure: Failure) throws {
    document.withLock { held in
      var members: [String: JSONValue] = [:]
      if case .object(let known)? = held { members = known }
      members["error"] = failure.json
      held = .object(members)
    }
    try release()
  }
}
