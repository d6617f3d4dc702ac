import Synchronization

/// The JSON document of the verb, which is printed when the verb has ended.
///
/// Stdout has one document, whether the verb succeeds, fails halfway or is stopped.
final class PendingDocument: Sendable {
  private struct State {
    var document: JSONValue?
    /// Whether stdout has a document, or the beginning of one.
    var isPrinted = false
  }

  private let state = Mutex(State())

  /// Keeps the document that is printed at the end.
  func hold(_ value: JSONValue) { state.withLock { $0.document = value } }

  /// Notes that a document is written to stdout directly, so that no other one may follow.
  func giveWay() { state.withLock { $0.isPrinted = true } }

  /// Prints the document, if there is one.
  func release(to output: ByteSink) throws {
    try state.withLock { state in
      guard let document = state.document.take(), !state.isPrinted else { return }
      state.isPrinted = true
      try output.write(document.text(isIndented: true) + [UInt8(ascii: "\n")])
    }
  }

  /// Prints the document with the member `error`, or that member alone where there is no document.
  func release(with failure: Failure, to output: ByteSink) throws {
    state.withLock { state in
      var members: [String: JSONValue] = [:]
      if case .object(let known)? = state.document { members = known }
      members["error"] = failure.json
      state.document = .object(members)
    }
    try release(to: output)
  }
}

extension JSONValue {
  /// Prints the document to stdout when the verb ends; a later failure is added to it.
  func print() throws { Surroundings.current.document.hold(self) }
}
