internal import Foundation

/// The machine of the session, which identifies the user's own steps.
enum ThisMachine {
  static let name = ProcessInfo.processInfo.hostName
}
