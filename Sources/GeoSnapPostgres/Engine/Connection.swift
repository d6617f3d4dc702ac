internal import CPostgres
internal import Foundation
internal import GeoSnap

/// A connection to a server, of which one thread at a time makes use.
@safe
final class Connection: @unchecked Sendable {
  // It is freed with this object, and nothing that libpq gives outlives the call that asked for it.
  private let pointer: OpaquePointer
  /// Whether statements were sent together, and whether their end was.
  private var isTogether = false
  private var isSynced = false
  /// How many statements were sent together and not answered.
  private var unanswered = 0
  /// Answers that had to be read before all was sent.
  private var early: [Rows] = []
  /// What was prepared, by its text.
  private var prepared: [String: String] = [:]

  /// Connects.
  ///
  /// - Parameters:
  ///   - address: What libpq calls a connection string.
  ///   - timeout: For how many seconds to try.
  /// - Throws: What the server has to say.
  init(address: String, timeout: Int) throws(ServerError) {
    // Both texts outlive the call.
    let connection = unsafe geosnap_connect(address, "\(timeout)")
    guard let connection = unsafe connection else {
      throw ServerError(state: "", message: "There is no memory left.", detail: "", isLost: true)
    }
    unsafe pointer = connection
    guard unsafe PQstatus(pointer) == CONNECTION_OK else { throw lost() }
    // Notices, such as that something is there already, are nothing to print.
    unsafe PQsetNoticeProcessor(pointer, { _, _ in }, nil)
  }

  deinit { unsafe PQfinish(pointer) }

  /// Whether the connection is known to be gone.
  var isLost: Bool { unsafe PQstatus(pointer) != CONNECTION_OK }

  /// The role that has connected.
  private var role: String {
    // libpq keeps the text for as long as the connection is there.
    unsafe PQuser(pointer).map { unsafe String(cString: $0) } ?? ""
  }

  /// The descriptor to wait at.
  var socket: Int32 { unsafe PQsocket(pointer) }

  private func lost() -> ServerError {
    // libpq keeps the text for as long as the connection is there.
    let message = unsafe PQerrorMessage(pointer).map { unsafe String(cString: $0) } ?? ""
    // When libpq could not write, it still calls the connection good until it reads.
    return ServerError(state: "", message: message, detail: "", isLost: true)
  }

  // MARK: Asking

  /// Runs statements that have no parameters, one after the other; gives the rows of the last.
  @discardableResult
  func run(_ sql: String) throws(ServerError) -> Rows {
    try drain()
    // The text outlives the call.
    return unsafe try rows(PQexec(pointer, sql))
  }

  /// Runs one statement; its rows come as texts.
  @discardableResult
  func query(_ sql: String, _ values: [ServerValue] = []) throws(ServerError) -> Rows {
    try drain()
    try send(sql, values, isPrepared: false)
    return try finish()
  }

  /// Runs one statement that will be run again.
  @discardableResult
  func queryPrepared(_ sql: String, _ values: [ServerValue] = []) throws(ServerError) -> Rows {
    try drain()
    let name = try prepare(sql)
    try send(name, values, isPrepared: true)
    return try finish()
  }

  private func prepare(_ sql: String) throws(ServerError) -> String {
    if let name = prepared[sql] { return name }
    let name = "geosnap\(prepared.count)"
    // The texts outlive the call.
    _ = unsafe try rows(PQprepare(pointer, name, sql, 0, nil))
    prepared[sql] = name
    return name
  }

  private func send(_ sql: String, _ values: [ServerValue], isPrepared: Bool) throws(ServerError) {
    let bytes = values.map(\.bytes)
    let lengths = bytes.map { Int32($0?.count ?? 0) }
    let formats = values.map { $0.isBinary ? Int32(1) : 0 }
    // The bytes of all parameters in one piece, each text with its end.
    var memory: [UInt8] = []
    var offsets: [Int?] = []
    for value in bytes {
      offsets.append(value.map { _ in memory.count })
      if let value {
        memory += value
        memory.append(0)
      }
    }
    let isSent = unsafe memory.withUnsafeBytes { memory in
      let start = memory.baseAddress
      let pointers: [UnsafePointer<CChar>?] = unsafe offsets.map { offset in
        unsafe offset.flatMap { offset in
          unsafe start.map { unsafe ($0 + offset).assumingMemoryBound(to: CChar.self) }
        }
      }
      // libpq copies what the pointers lead to before it returns.
      let count = Int32(values.count)
      return unsafe isPrepared
        ? PQsendQueryPrepared(pointer, sql, count, pointers, lengths, formats, 0)
        : PQsendQueryParams(pointer, sql, count, nil, pointers, lengths, formats, 0)
    }
    guard isSent == 1 else { throw lost() }
  }

  /// Waits for all of an answer, and gives the last part of it.
  private func finish() throws(ServerError) -> Rows {
    var answer: Rows?
    var failure: ServerError?
    while let result = unsafe PQgetResult(pointer) {
      do throws(ServerError) {
        answer = unsafe try rows(result)
      } catch {
        failure = failure ?? error
        if isLost { break }
      }
    }
    if let failure { throw failure }
    guard let answer else { throw lost() }
    return answer
  }

  private func rows(_ result: OpaquePointer?) throws(ServerError) -> Rows {
    guard let result = unsafe result else { throw lost() }
    let rows = unsafe Rows(result)
    if let error = rows.error(isLost: isLost, role: role) { throw error }
    return rows
  }

  // MARK: Many at once

  /// Sends statements all at once and does not wait for answers, which ``answers()`` gives.
  ///
  /// When one fails those after it are not run, up to the next ``endTogether(_:)``.
  func sendTogether(_ statements: [(sql: String, values: [ServerValue])]) throws(ServerError) {
    try drain()
    var names: [String] = []
    for statement in statements { names.append(try prepare(statement.sql)) }
    guard unsafe PQenterPipelineMode(pointer) == 1 else { throw lost() }
    isTogether = true
    for (name, statement) in zip(names, statements) {
      // So many fit what the way to the server holds, answers included: nobody waits for the other to read.
      if unanswered == Self.mostUnanswered {
        early += try takeAnswers(asking: true)
      }
      try send(name, statement.values, isPrepared: true)
      unanswered += 1
    }
    guard unsafe PQsendFlushRequest(pointer) == 1, unsafe PQflush(pointer) >= 0 else {
      throw lost()
    }
  }

  private static let mostUnanswered = 64

  /// Waits for the answers to what was sent.
  ///
  /// - Throws: ``ServerError`` of the first statement that failed; nothing is under way then.
  func answers() throws(ServerError) -> [Rows] {
    defer { early = [] }
    do throws(ServerError) {
      return early + (try takeAnswers(asking: false))
    } catch {
      if !error.isLost { _ = try? endTogether([]) }
      throw error
    }
  }

  private func takeAnswers(asking: Bool) throws(ServerError) -> [Rows] {
    if asking {
      guard unsafe PQsendFlushRequest(pointer) == 1, unsafe PQflush(pointer) >= 0 else {
        throw lost()
      }
    }
    var answers: [Rows] = []
    var failure: ServerError?
    while unanswered > 0 {
      unanswered -= 1
      do throws(ServerError) {
        answers.append(try nextInPipeline())
      } catch {
        if error.isLost { throw error }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return answers
  }

  /// Sends what comes last, and waits for the answer to the first of it; the others may take their time.
  ///
  /// - Returns: The answer; nil when nothing was sent.
  @discardableResult
  func endTogether(_ statements: [(sql: String, values: [ServerValue])]) throws(ServerError)
    -> Rows?
  {
    var names: [String] = []
    for statement in statements {
      guard let name = prepared[statement.sql] else {
        preconditionFailure("What ends a pipeline was prepared before: \(statement.sql)")
      }
      names.append(name)
    }
    for (name, statement) in zip(names, statements) {
      try send(name, statement.values, isPrepared: true)
      unanswered += 1
    }
    guard unsafe PQpipelineSync(pointer) == 1, unsafe PQflush(pointer) >= 0 else { throw lost() }
    isSynced = true
    guard !statements.isEmpty else {
      try drain()
      return nil
    }
    unanswered -= 1
    return try nextInPipeline()
  }

  /// Prepares what is to end a pipeline.
  func prepareTogether(_ statements: [String]) throws(ServerError) {
    for statement in statements where prepared[statement] == nil {
      try drain()
      _ = try prepare(statement)
    }
  }

  /// Reads what is left of a pipeline, and ends it.
  private func drain() throws(ServerError) {
    guard isTogether else { return }
    if !isSynced, unsafe PQpipelineSync(pointer) == 1 { _ = unsafe PQflush(pointer) }
    // A nil ends each answer; the answer to the sync ends all.
    var nils = 0
    while nils < 2 {
      guard let result = unsafe PQgetResult(pointer) else {
        nils += 1
        continue
      }
      nils = 0
      let isSync = unsafe PQresultStatus(result) == PGRES_PIPELINE_SYNC
      unsafe PQclear(result)
      if isSync { break }
    }
    _ = unsafe PQexitPipelineMode(pointer)
    (isTogether, isSynced, unanswered, early) = (false, false, 0, [])
    if isLost { throw lost() }
  }

  /// The answer to the next statement of a pipeline.
  private func nextInPipeline() throws(ServerError) -> Rows {
    guard let result = unsafe PQgetResult(pointer) else { throw lost() }
    let rows = unsafe Rows(result)
    // The nil that ends the answer.
    if let more = unsafe PQgetResult(pointer) { unsafe PQclear(more) }
    if let error = rows.error(isLost: isLost, role: role) { throw error }
    return rows
  }

  // MARK: Rows in numbers

  /// Reads rows as `COPY … TO STDOUT (FORMAT binary)` sends them.
  ///
  /// - Parameters:
  ///   - sql: The `COPY` statement.
  ///   - body: Reads one row; it may keep nothing of it.
  /// - Throws: What the server, or the file, has to say; what `body` throws.
  func copyOut(_ sql: String, _ body: (BinaryRow) throws -> Void) throws {
    try drain()
    guard let begun = unsafe PQexec(pointer, sql) else { throw lost() }
    let isBegun = unsafe PQresultStatus(begun) == PGRES_COPY_OUT
    let answer = unsafe Rows(begun)
    if !isBegun, let error = answer.error(isLost: isLost, role: role) { throw error }
    var failure: (any Error)?
    var isFirst = true
    while true {
      var text: UnsafeMutablePointer<CChar>?
      let count = unsafe PQgetCopyData(pointer, &text, 0)
      guard count >= 0, let start = unsafe text else { break }
      defer { unsafe PQfreemem(start) }
      if failure != nil { continue }
      // So many bytes stand there until they are freed.
      var bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
      if isFirst {
        // A signature of 11 bytes, flags, and an extension that has a length; the first row may follow at once.
        isFirst = false
        guard bytes.count >= 19 else { continue }
        let skipped =
          unsafe 19
          + Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 15, as: UInt32.self)))
        guard bytes.count > skipped else { continue }
        unsafe bytes = UnsafeRawBufferPointer(rebasing: bytes[skipped...])
      }
      guard let row = unsafe BinaryRow(bytes) else { continue }
      do {
        try body(row)
      } catch {
        failure = error
        cancel()
      }
    }
    var ended: ServerError?
    while let result = unsafe PQgetResult(pointer) {
      do throws(ServerError) {
        _ = unsafe try rows(result)
      } catch {
        ended = ended ?? error
        if isLost { break }
      }
    }
    if let failure { throw failure }
    if let ended { throw ended }
  }

  /// Writes rows as `COPY … FROM STDIN (FORMAT binary)` takes them.
  ///
  /// - Parameters:
  ///   - sql: The `COPY` statement.
  ///   - body: Appends all rows, and calls for what it has to be sent now and then.
  /// - Throws: What the server, or the file, has to say; what `body` throws.
  func copyIn(_ sql: String, _ body: ((_ rows: [UInt8]) throws -> Void) throws -> Void) throws {
    try drain()
    guard let begun = unsafe PQexec(pointer, sql) else { throw lost() }
    let isBegun = unsafe PQresultStatus(begun) == PGRES_COPY_IN
    let answer = unsafe Rows(begun)
    if !isBegun, let error = answer.error(isLost: isLost, role: role) { throw error }
    do {
      try put(BinaryWriter.beginning)
      try body { try put($0) }
      try put(BinaryWriter.ending)
    } catch {
      _ = unsafe PQputCopyEnd(pointer, "The rows were not all there.")
      // What the server says of it is more than that it was told to end.
      do throws(ServerError) {
        _ = try finish()
      } catch {
        if error.state != "57014" { throw error }
      }
      throw error
    }
    guard unsafe PQputCopyEnd(pointer, nil) == 1 else { throw lost() }
    _ = try finish()
  }

  private func put(_ bytes: [UInt8]) throws(ServerError) {
    let result = unsafe bytes.withUnsafeBytes { bytes in
      // libpq copies them.
      unsafe PQputCopyData(
        pointer,
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(bytes.count)
      )
    }
    guard result == 1 else { throw lost() }
  }

  // MARK: Others

  /// What was notified since it was asked last, without waiting.
  func notifications() -> [String] {
    // What is left of a commit comes with it.
    try? drain()
    _ = unsafe PQconsumeInput(pointer)
    var payloads: [String] = []
    while let notification = unsafe PQnotifies(pointer) {
      // libpq gives it away; its text ends with a NUL.
      payloads.append(unsafe String(cString: notification.pointee.extra))
      unsafe PQfreemem(notification)
    }
    return payloads
  }

  /// Ends what the server is doing for this connection; any thread may ask for it.
  func cancel() {
    guard let cancel = unsafe PQgetCancel(pointer) else { return }
    var message = [CChar](repeating: 0, count: 256)
    _ = unsafe PQcancel(cancel, &message, Int32(message.count))
    unsafe PQfreeCancel(cancel)
  }
}
