import GeoSnap
import GeoSnapStore

/// The destination of a batch's rows, which are written block by block.
protocol BatchOutput: SendableMetatype {
  associatedtype Rows
  mutating func write(_ rows: Rows) throws
  /// Completes the output; not called after an error.
  mutating func finish() throws
}

/// Rows of text between a head and a tail.
struct TextOutput: BatchOutput {
  private let sink: ByteSink
  private let tail: [UInt8]
  /// Precedes each row but the first.
  private var separator: [UInt8]

  init(_ sink: ByteSink, head: [UInt8], separator: [UInt8] = [], tail: [UInt8] = []) throws {
    self.sink = sink
    self.separator = separator
    self.tail = tail
    try sink.write(head)
  }

  mutating func write(_ rows: [UInt8]) throws {
    guard !rows.isEmpty else { return }
    try sink.write(separator.isEmpty ? rows : Array(rows.dropFirst(separator.count)))
    separator = []
  }

  func finish() throws { try sink.write(tail) }
}

struct GeoPackageOutput: BatchOutput {
  let writer: PointTableWriter

  func write(_ rows: [PointRow]) throws {
    do { try writer.append(rows) } catch { throw Failure(error) }
  }

  func finish() throws {
    do { try writer.finish() } catch { throw Failure(error) }
  }
}
