internal import CGEOS
internal import CGEOSThread

/// The calling thread's GEOS context, with GEOS's last message.
///
/// It must not leave the call that created it: engine calls do not suspend, so the thread stays the same.
@safe
package struct EngineThread {
  /// The remedy for invalid areas, in words of Swift.
  package static let remedy =
    "validityProblem() shows the place, and repaired() repairs the geometry."

  let context: OpaquePointer
  private let state: UnsafeMutablePointer<cgeos_thread_state>

  /// Gets the calling thread's context and clears GEOS's message.
  package init() throws(GeometryError) {
    // The state lives as long as its thread, so longer than this value.
    guard let state = unsafe cgeos_thread(), let context = unsafe state.pointee.context else {
      throw GeometryError(.engine, "There is no memory for another GEOS context.")
    }
    unsafe self.state = state
    unsafe self.context = context
    unsafe state.pointee.message.0 = 0
  }

  @unsafe
  func distance(_ one: OpaquePointer, _ other: OpaquePointer) throws(GeometryError) -> Double {
    var distance = 0.0
    guard unsafe GEOSDistance_r(context, one, other, &distance) == 1 else {
      throw failure(of: "Measuring distance")
    }
    return distance
  }

  func failure(of operation: String) -> GeometryError {
    let message = unsafe withUnsafeBytes(of: &state.pointee.message) { bytes in
      // The C side always ends the message with a zero byte.
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if message.isEmpty { return GeometryError(.engine, "GEOS refused: \(operation).") }
    // The usual message for areas whose boundaries cross themselves.
    let remedy =
      message.hasPrefix("TopologyException") ? ". An area may be invalid: \(Self.remedy)" : ""
    return GeometryError(.engine, "\(operation): \(message)\(remedy)")
  }
}
