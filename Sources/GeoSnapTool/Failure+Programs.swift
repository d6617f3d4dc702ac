import ArgumentParser
import GeoSnapStore

extension Failure {
  /// The number that a program would leave with.
  public var status: Int32 { exitCode.rawValue }
  /// What is wrong, and what to do.
  package var sentence: String { message }
  /// The word for the kind of failure.
  package var word: String { code }
  /// The file in which something is wrong; nil where there is none.
  package var file: String? { places.first?.file }
  /// Where in it.
  package var path: String? { places.first?.path }

  /// What a caller has given that it may not give.
  public static func misuse(_ message: String) -> Failure { usage(message) }

  /// A failure of whatever kind, as the command tells it.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - arguments: What was read where the words are wrong.
  /// - Returns: The failure.
  static func telling(_ error: any Error, of arguments: any ParsableArguments.Type) -> Failure {
    switch error {
    case let failure as Failure: failure
    case is CancellationError: stopped
    case let error as StoreError: Failure(error)
    default:
      Failure(exitCode: arguments.exitCode(for: error), message: arguments.message(for: error))
    }
  }

  /// A failure of whatever kind.
  public static func telling(_ error: any Error) -> Failure {
    telling(error, of: GeoSnapCommand.self)
  }
}
