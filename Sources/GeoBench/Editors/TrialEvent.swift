import Foundation
import GeoSnap

/// What an editor or a reader of a trial was told, in the order in which it was told.
enum TrialEvent: Codable, Sendable {
  /// A commit, undo or redo was told to be done.
  case told(kind: String, name: String, counter: String?)
  /// Others were told to have changed one of some features since the state that a transaction was made on.
  case conflict(name: String, editor: String, basis: [String: UInt64], until: Int)
  /// A rule was told to forbid a transaction.
  case refused(name: String)
  /// The server could not do it.
  case failed(code: String, message: String)
  /// The session had to take over another network.
  case replaced
  /// A reader has looked at so many states.
  case read(states: Int)
  /// Something is wrong.
  case fault(String)

  /// One line of JSON.
  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  init?(line: String) {
    guard let event = try? JSONDecoder().decode(TrialEvent.self, from: Data(line.utf8)) else {
      return nil
    }
    self = event
  }
}

extension EditedNetwork {
  /// A number that tells what a key names as it is: another whenever anything of it is another, all but surely.
  func digest(_ key: FeatureKey) -> UInt64 {
    if let id = feature(key), let feature = feature(id) { return Self.digest("\(feature)") }
    if case .globalID(let id) = key, let association = association(globalID: id) {
      return Self.digest("\(association)")
    }
    return 0
  }

  private static func digest(_ text: String) -> UInt64 {
    // FNV-1a.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
