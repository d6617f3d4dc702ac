import ArgumentParser
import GeoSnapImport
import GeoSnapStore

extension Failure {
  /// The exit code of the program.
  public var status: Int32 { exitCode.rawValue }
  /// The file with the error; nil for none.
  package var file: String? { places.first?.file }
  /// The place in the file: a JSON path, a section, or a table and row.
  package var path: String? { places.first?.path }

  /// The failure for invalid arguments of a caller.
  public static func misuse(_ message: String) -> Failure { usage(message) }

  /// The failure for an error of a store or of an import; other errors unchanged.
  static func explained(_ error: any Error) -> any Error {
    switch error {
    case let error as StoreError: Failure(error)
    case let error as ImportError: Failure(error)
    default: error
    }
  }

  /// Converts an error of any kind; `arguments` is the type that was parsed when the command line is wrong.
  static func telling(_ error: any Error, of arguments: any ParsableArguments.Type) -> Failure {
    switch explained(error) {
    case let failure as Failure: failure
    case is CancellationError: stopped
    default:
      Failure(exitCode: arguments.exitCode(for: error), message: arguments.message(for: error))
    }
  }

  /// Converts an error of any kind.
  public static func telling(_ error: any Error) -> Failure {
    telling(error, of: GeoSnapCommand.self)
  }
}
