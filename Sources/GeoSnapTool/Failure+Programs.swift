import ArgumentParser
import GeoSnapStore

extension Failure {
  /// The exit code of the program.
  public var status: Int32 { exitCode.rawValue }
  /// The error and the remedy.
  package var sentence: String { message }
  /// The code of the error, as in JSON.
  package var word: String { code }
  /// The file with the error; nil for none.
  package var file: String? { places.first?.file }
  /// The place in the file: a JSON path, a section, or a table and row.
  package var path: String? { places.first?.path }

  /// The failure for invalid arguments of a caller.
  public static func misuse(_ message: String) -> Failure { usage(message) }

  /// Converts an error of any kind; `arguments` is the type that was parsed when the command line is wrong.
  static func telling(_ error: any Error, of arguments: any ParsableArguments.Type) -> Failure {
    switch error {
    case let failure as Failure: failure
    case is CancellationError: stopped
    case let error as StoreError: Failure(error)
    default:
      Failure(exitCode: arguments.exitCode(for: error), message: arguments.message(for: error))
    }
  }

  /// Converts an error of any kind.
  public static func telling(_ error: any Error) -> Failure {
    telling(error, of: GeoSnapCommand.self)
  }
}
