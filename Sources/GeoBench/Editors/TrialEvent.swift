import Foundation
import GeoSnap

/// A reply or an observation of an editor or a reader of a trial, in order of time.
enum TrialEvent: Codable, Sendable {
  /// A commit, undo or redo was confirmed.
  case told(kind: String, name: String, counter: String?)
  /// A conflict was reported: others have changed a feature since the state on which the transaction was made.
  case conflict(name: String, editor: String, basis: [String: UInt64], until: Int)
  /// A transaction was refused because of a rule.
  case refused(name: String)
  /// The server failed.
  case failed(code: String, message: String)
  /// The session had to take over another network.
  case replaced
  /// A reader has checked a number of states.
  case read(states: Int)
  /// An error was found.
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
  /// A hash of the feature or association of a key, which almost certainly changes with any of its values.
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
