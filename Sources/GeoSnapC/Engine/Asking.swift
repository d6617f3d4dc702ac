// geosnap.h names these functions, and says what they do.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

package import CGeoSnap
internal import GeoSnap
internal import GeoSnapStore
internal import GeoSnapTool

@c @implementation package func geosnap_trace_run(
  _ network: OpaquePointer?,
  _ words: UnsafePointer<geosnap_text>?,
  _ word_count: Int,
  _ progress: geosnap_progress?,
  _ context: UnsafeMutableRawPointer?,
  _ trace: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_trace>?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  unsafe call(error) { () throws(Failure) in
    let (open, revision) = try unsafe object(network, "network", as: NetworkHandle.self).asked
    let trace = try unsafe place(trace, "trace")
    let words = try unsafe strings(words, word_count, "words")
    let (result, document) = try waiting(for: unsafe ProgressCall(progress, context)) { tell in
      try await open.trace(words, progress: tell)
    }
    unsafe trace.pointee = TraceMemory.given(result, revision, document)
  }
}

@c @implementation package func geosnap_trace_document(
  _ trace: UnsafePointer<geosnap_trace>?,
  _ document: UnsafeMutablePointer<geosnap_text>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  unsafe call(error) { () throws(Failure) in
    guard let trace = unsafe trace else { throw .misuse("trace is NULL.") }
    guard let document = unsafe document else { throw .misuse("document is NULL.") }
    unsafe document.pointee = geosnap_text(given: try TraceMemory.document(of: trace))
  }
}

@c @implementation package func geosnap_trace_free(_ trace: UnsafeMutablePointer<geosnap_trace>?) {
  unsafe TraceMemory.release(trace)
}

/// The verbs that write to the network.
private let writers: Set<String> = ["edit", "subnetworks", "trace-config"]

@c @implementation package func geosnap_ask(
  _ network: OpaquePointer?,
  _ words: UnsafePointer<geosnap_text>?,
  _ word_count: Int,
  _ input: geosnap_text,
  _ progress: geosnap_progress?,
  _ context: UnsafeMutableRawPointer?,
  _ reply: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_reply>?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  var exitCode = GEOSNAP_OK
  let status = unsafe call(error) { () throws(Failure) in
    let reply = try unsafe place(reply, "reply")
    var words = try unsafe strings(words, word_count, "words")
    guard let verb = words.first else { throw .misuse("The words contain no verb.") }
    var question = VerbQuestion(words)
    question.input = try unsafe input.raw("input")
    var known: NetworkHandle?
    if unsafe network != nil {
      guard !VerbQuestion.verbsWithoutNetwork.contains(verb) else {
        throw .misuse("\(verb) does not take an open network: give NULL for it.")
      }
      let handle = try unsafe object(network, "network", as: NetworkHandle.self)
      words.insert(handle.path, at: VerbQuestion.networkPlace(in: words))
      question.words = words
      question.network = handle.open
      known = handle
    }
    let asked = question
    let told = try waiting(for: unsafe ProgressCall(progress, context), isKept: true) { tell in
      var question = asked
      question.progress = tell
      return await question.reply()
    }
    if let known, writers.contains(verb) { _ = try known.refresh() }
    if var failure = told.failure {
      failure.document = told.output
      throw failure
    }
    unsafe reply.pointee = give(
      geosnap_reply(
        status: told.exitCode,
        output: geosnap_text(given: told.output),
        notes: geosnap_text(given: told.notes)
      )
    )
    exitCode = told.exitCode
  }
  return status == GEOSNAP_OK ? exitCode : status
}

@c @implementation package func geosnap_reply_free(_ reply: UnsafeMutablePointer<geosnap_reply>?) {
  guard let reply = unsafe reply else { return }
  unsafe release(reply.pointee.output.bytes)
  unsafe release(reply.pointee.notes.bytes)
  unsafe release(reply)
}
