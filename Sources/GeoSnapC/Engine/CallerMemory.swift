internal import CGeoSnap
internal import GeoSnapTool

// What a caller hands over, checked: none of it is trusted but that memory is as long as its count says.

/// The most elements that a call takes: more would not be numbers of memory.
private let greatestCount = 1 << 40

extension geosnap_text {
  /// The text; what is none is an error.
  ///
  /// - Parameter name: What the caller calls it.
  /// - Returns: The text.
  /// - Throws: ``Failure`` of usage.
  func string(_ name: String) throws(Failure) -> String {
    let count = unsafe self.count
    if count == 0 { return "" }
    guard let bytes = unsafe bytes, count <= greatestCount else {
      throw .misuse("\(name) has \(count) bytes, and NULL for where they are.")
    }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    guard let text = unsafe String(validating: buffer, as: UTF8.self) else {
      throw .misuse("\(name) is not UTF-8.")
    }
    guard !text.utf8.contains(0) else { throw .misuse("\(name) has a zero byte in it.") }
    return text
  }

  /// The bytes, whatever they are.
  func raw(_ name: String) throws(Failure) -> [UInt8] {
    let count = unsafe self.count
    if count == 0 { return [] }
    guard let bytes = unsafe bytes, count <= greatestCount else {
      throw .misuse("\(name) has \(count) bytes, and NULL for where they are.")
    }
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

/// The texts of an array.
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

/// An array of the caller's.
func elements<Element>(
  _ start: UnsafePointer<Element>?,
  _ count: Int,
  _ name: String
) throws(Failure) -> UnsafeBufferPointer<Element> {
  if count == 0 { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
  guard count > 0, count <= greatestCount else {
    throw .misuse("\(name) has \(UInt(bitPattern: count)) elements: more than memory has.")
  }
  guard let start = unsafe start else {
    throw .misuse("\(name) is NULL, and has \(count) elements.")
  }
  guard UInt(bitPattern: start) % UInt(MemoryLayout<Element>.alignment) == 0 else {
    throw .misuse("\(name) is not aligned to \(MemoryLayout<Element>.alignment) bytes.")
  }
  return unsafe UnsafeBufferPointer(start: start, count: count)
}

/// A number of threads as callers give it.
func isParallel(_ threads: Int32, _ count: Int) throws(Failure) -> Bool {
  guard threads == 0 || threads == 1 else {
    throw .misuse("threads is \(threads): give 1 for this thread alone, or 0 for all cores.")
  }
  // Handing so few to other threads takes longer than answering them.
  return threads == 0 && count >= 4_096
}
