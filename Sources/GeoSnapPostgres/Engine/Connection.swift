internal import CPostgres
internal import Foundation
internal import GeoSnap

/// A connection to a server, used by one thread at a time.
@safe
final class Connection: @unchecked Sendable {
  // It is freed with this object, and no memory of libpq outlives the call that requested it.
  private let pointer: OpaquePointer
  /// Whether a pipeline is open, and whether its end was sent.
  private var isTogether = false
  private var isSynced = false
  /// The number of statements in the pipeline without an answer.
  private var unanswered = 0
  /// Answers that were read before all statements were sent.
  private var early: [Rows] = []
  private var prepared: [String: String] = [:]

  init(address: String, timeout: Int) throws(ServerError) {
    // Both texts outlive the call.
    let connection = unsafe geosnap_connect(address, "\(timeout)")
    guard let connection = unsafe connection else {
      throw ServerError(state: "", message: "There is no memory left.", detail: "", isLost: true)
    }
    unsafe pointer = connection
    guard unsafe PQstatus(pointer) == CONNECTION_OK else { throw lost() }
    // Notices, such as that an object exists already, are not printed.
    unsafe PQsetNoticeProcessor(pointer, { _, _ in }, nil)
  }

  deinit { unsafe PQfinish(pointer) }

  var isLost: Bool { unsafe PQstatus(pointer) != CONNECTION_OK }

  private var role: String {
    // libpq keeps the text for the lifetime of the connection.
    unsafe PQuser(pointer).map { unsafe String(cString: $0) } ?? ""
  }

  var socket: Int32 { unsafe PQsocket(pointer) }

  private func lost() -> ServerError {
    // libpq keeps the text for the lifetime of the connection.
    let message = unsafe PQerrorMessage(pointer).map { unsafe String(cString: $0) } ?? ""
    // After a failed write, libpq still reports the connection as good until it reads.
    return ServerError(state: "", message: message, detail: "", isLost: true)
  }

  // MARK: Asking

  /// Runs statements without parameters, and returns the rows of the last one.
  @discardableResult
  func run(_ sql: String) throws(ServerError) -> Rows {
    try drain()
    // The text outlives the call.
    return unsafe try rows(PQexec(pointer, sql))
  }

  @discardableResult
  func query(_ sql: String, _ values: [ServerValue] = []) throws(ServerError) -> Rows {
    try drain()
    try send(sql, values, isPrepared: false)
    return try finish()
  }

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
    // The bytes of all parameters in one array, each text with a NUL.
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
      // libpq copies the parameters before it returns.
      let count = Int32(values.count)
      return unsafe isPrepared
        ? PQsendQueryPrepared(pointer, sql, count, pointers, lengths, formats, 0)
        : PQsendQueryParams(pointer, sql, count, nil, pointers, lengths, formats, 0)
    }
    guard isSent == 1 else { throw lost() }
  }

  /// Waits for all of an answer, and returns its last part.
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

  /// Sends statements in a pipeline without waiting for their answers, which ``answers()`` returns.
  func sendTogether(_ statements: [(sql: String, values: [ServerValue])]) throws(ServerError) {
    try drain()
    var names: [String] = []
    for statement in statements { names.append(try prepare(statement.sql)) }
    guard unsafe PQenterPipelineMode(pointer) == 1 else { throw lost() }
    isTogether = true
    for (name, statement) in zip(names, statements) {
      // This many statements and answers fit in the buffers, so neither side waits for the other to read.
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

  /// Sends the last statements of a pipeline, and waits for the answer to the first of them only.
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

  func prepareTogether(_ statements: [String]) throws(ServerError) {
    for statement in statements where prepared[statement] == nil {
      try drain()
      _ = try prepare(statement)
    }
  }

  /// Reads the remaining answers of a pipeline, and ends it.
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

  private func nextInPipeline() throws(ServerError) -> Rows {
    guard let result = unsafe PQgetResult(pointer) else { throw lost() }
    let rows = unsafe Rows(result)
    // The nil that ends the answer.
    if let more = unsafe PQgetResult(pointer) { unsafe PQclear(more) }
    if let error = rows.error(isLost: isLost, role: role) { throw error }
    return rows
  }

  // MARK: Rows in numbers

  /// Reads rows from a `COPY … TO STDOUT (FORMAT binary)` statement; `body` must not keep a row.
  func copyOut(_ sql: String, _ body: (BinaryRow) throws -> Void) throws {
    try run(sql)
    var failure: (any Error)?
    var isFirst = true
    while true {
      var text: UnsafeMutablePointer<CChar>?
      let count = unsafe PQgetCopyData(pointer, &text, 0)
      guard count >= 0, let start = unsafe text else { break }
      defer { unsafe PQfreemem(start) }
      if failure != nil { continue }
      // The buffer has this many bytes until it is freed.
      var bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
      if isFirst {
        // A signature of 11 bytes, flags, and an extension with its length; the first row may follow at once.
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
    do { _ = try finish() } catch { throw failure ?? error }
    if let failure { throw failure }
  }

  /// Writes rows to a `COPY … FROM STDIN (FORMAT binary)` statement; `body` calls its parameter to send rows.
  func copyIn(_ sql: String, _ body: ((_ rows: [UInt8]) throws -> Void) throws -> Void) throws {
    try run(sql)
    do {
      try put(BinaryWriter.beginning)
      try body { try put($0) }
      try put(BinaryWriter.ending)
    } catch {
      _ = unsafe PQputCopyEnd(pointer, "The rows were not all there.")
      // An error of the server says more than that it was stopped by this client.
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

  /// The notifications that have arrived since the last call, without waiting.
  func notifications() -> [String] {
    // Remaining answers of a commit arrive with them.
    try? drain()
    _ = unsafe PQconsumeInput(pointer)
    var payloads: [String] = []
    while let notification = unsafe PQnotifies(pointer) {
      // The caller owns the notification; its text ends with a NUL.
      payloads.append(unsafe String(cString: notification.pointee.extra))
      unsafe PQfreemem(notification)
    }
    return payloads
  }

  /// Cancels the server's current work for this connection; any thread may call it.
  func cancel() {
    guard let cancel = unsafe PQgetCancel(pointer) else { return }
    var message = [CChar](repeating: 0, count: 256)
    _ = unsafe PQcancel(cancel, &message, Int32(message.count))
    unsafe PQfreeCancel(cancel)
  }
}
