internal import CGeoSnap
internal import GeoSnapTool

// Checks memory of callers: it is trusted only to be as long as its count says.

/// The maximum number of elements, above which sizes would overflow.
private let greatestCount = 1 << 40

extension geosnap_text {
  /// The text; `name` is the caller's name for it.
  ///
  /// - Throws: ``Failure`` of usage when it is not UTF-8.
  func string(_ name: String) throws(Failure) -> String {
    let count = unsafe self.count
    if count == 0 { return "" }
    guard let bytes = unsafe bytes, count <= greatestCount else {
      throw .misuse("\(name) has \(count) bytes, but is NULL.")
    }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    guard let text = unsafe String(validating: buffer, as: UTF8.self) else {
      throw .misuse("\(name) is not UTF-8.")
    }
    guard !text.utf8.contains(0) else { throw .misuse("\(name) has a zero byte in it.") }
    return text
  }

  /// The bytes, without a check of their content.
  func raw(_ name: String) throws(Failure) -> [UInt8] {
    let count = unsafe self.count
    if count == 0 { return [] }
    guard let bytes = unsafe bytes, count <= greatestCount else {
      throw .misuse("\(name) has \(count) bytes, but is NULL.")
    }
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

func strings(
  _ texts: UnsafePointer<geosnap_text>?,
  _ count: Int,
  _ name: String
) throws(Failure) -> [String] {
  let texts = try unsafe elements(texts, count, name)
  var strings: [String] = []
  for number in 0..<texts.count {
    strings.append(try unsafe texts[number].string("\(name) \(number)"))
  }
  return strings
}

/// A checked array of the caller.
func elements<Element>(
  _ start: UnsafePointer<Element>?,
  _ count: Int,
  _ name: String
) throws(Failure) -> UnsafeBufferPointer<Element> {
  if count == 0 { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
  guard count > 0, count <= greatestCount else {
    throw .misuse("\(name) has \(UInt(bitPattern: count)) elements: more than memory can hold.")
  }
  guard let start = unsafe start else {
    throw .misuse("\(name) is NULL, and has \(count) elements.")
  }
  guard UInt(bitPattern: start) % UInt(MemoryLayout<Element>.alignment) == 0 else {
    throw .misuse("\(name) is not aligned to \(MemoryLayout<Element>.alignment) bytes.")
  }
  return unsafe UnsafeBufferPointer(start: start, count: count)
}

/// Whether to use all cores, by the caller's number of threads.
func isParallel(_ threads: Int32, _ count: Int) throws(Failure) -> Bool {
  guard threads == 0 || threads == 1 else {
    throw .misuse("threads is \(threads): give 1 for this thread alone, or 0 for all cores.")
  }
  // Passing so few elements to other threads takes longer than answering them.
  return threads == 0 && count >= 4_096
}
