import ArgumentParser
import GeoSnap
import GeoSnapStore

extension ExitCode {
  /// The network was validated, and there are errors.
  static let networkErrors = ExitCode(1)
  /// A trace has no result, such as without a controller.
  static let noAnswer = ExitCode(1)
  /// Done, but rows that could not be read were left out.
  static let rowsLeftOut = ExitCode(3)
  /// The command line is wrong.
  static let usage = ExitCode(64)
  /// The data is wrong.
  static let badData = ExitCode(65)
  /// A file cannot be opened.
  static let cannotOpen = ExitCode(66)
  /// The output cannot be written: a full disk.
  static let cannotWrite = ExitCode(74)
  /// A signal ended the run.
  static let interrupted = ExitCode(130)
}

/// An error that ends the program: what to say, and the code to leave with.
struct Failure: Error, CustomStringConvertible {
  let exitCode: ExitCode
  let message: String

  init(exitCode: ExitCode, message: String) {
    self.exitCode = exitCode
    self.message = message
  }

  init(_ error: StoreError) {
    let aboutFile: [StoreError.Code] = [.cannotOpen, .cannotWrite, .inUse, .changedByOthers]
    self.init(
      exitCode: aboutFile.contains(error.code) ? .cannotOpen : .badData,
      message: "\(error)"
    )
  }

  init(_ error: IndexFileError) {
    let exitCode: ExitCode
    switch error.code {
    case .cannotOpen, .cannotRead: exitCode = .cannotOpen
    case .cannotWrite: exitCode = .cannotWrite
    default: exitCode = .badData
    }
    self.init(exitCode: exitCode, message: "\(error)")
  }

  static func usage(_ message: String) -> Failure {
    Failure(exitCode: .usage, message: message)
  }

  var description: String { message }
}
