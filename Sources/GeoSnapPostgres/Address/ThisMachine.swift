internal import Foundation

/// The machine that a session is on, by which steps are one's own.
enum ThisMachine {
  static let name = ProcessInfo.processInfo.hostName
}
