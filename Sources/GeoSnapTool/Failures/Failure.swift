package import ArgumentParser
import GeoSnap
import GeoSnapImport
import GeoSnapPostgres
import GeoSnapStore

extension ExitCode {
  /// The network was validated, and there are errors.
  static let networkErrors = ExitCode(1)
  /// A trace has no result, such as without a controller.
  static let noAnswer = ExitCode(1)
  /// Done, but rows that could not be read were left out.
  static let rowsLeftOut = ExitCode(3)
  /// The command line is wrong.
  package static let usage = ExitCode(64)
  /// The data is wrong.
  package static let badData = ExitCode(65)
  /// A file cannot be opened.
  package static let cannotOpen = ExitCode(66)
  /// The output cannot be written: a full disk.
  static let cannotWrite = ExitCode(74)
  /// A signal ended the run.
  static let interrupted = ExitCode(130)
}

extension ExitCode {
  /// The word for it in JSON.
  var word: String {
    switch self {
    case .noAnswer: "noAnswer"
    case .usage: "usage"
    case .badData: "badData"
    case .cannotOpen: "cannotOpen"
    case .cannotWrite: "cannotWrite"
    case .interrupted: "interrupted"
    default: "failed"
    }
  }
}

/// An error that ends the program: what to say, and the code to leave with.
public struct Failure: Error, CustomStringConvertible {
  /// Where something is wrong, as far as that is known.
  struct Place {
    var file: String?
    var line: Int?
    /// The JSON path, the section, or the table and row.
    var path: String?
    var message: String

    fileprivate var withoutPasswords: Place {
      var place = self
      place.file = file.map { PostgresAddress.withoutPasswords(in: $0) }
      place.message = PostgresAddress.withoutPasswords(in: message)
      return place
    }
  }

  package let exitCode: ExitCode
  package let message: String
  /// The word for the kind of failure.
  let code: String
  /// The places of all that is wrong, in order.
  let places: [Place]
  /// Whether the verb has printed the failure's document itself.
  var isTold = false
  /// What a verb has printed all the same.
  package var document: [UInt8] = []

  init(exitCode: ExitCode, message: String, code: String? = nil, places: [Place] = []) {
    self.exitCode = exitCode
    // Whatever it quotes, a password is told to nobody.
    self.message = PostgresAddress.withoutPasswords(in: message)
    self.code = code ?? exitCode.word
    self.places = places.map(\.withoutPasswords)
  }

  /// A failure that is about a file, or a line of it.
  init(exitCode: ExitCode, message: String, file: String, line: Int? = nil) {
    self.init(
      exitCode: exitCode,
      message: message,
      places: [Place(file: file, line: line, message: message)]
    )
  }

  init(_ error: StoreError) {
    if error.code == .alreadyExists, !PostgresAddress.isAddress(error.path) {
      self = .usage("\(error.path) exists: --force replaces it.")
      return
    }
    let aboutFile: [StoreError.Code] = [.cannotOpen, .cannotWrite, .inUse, .changedByOthers]
    let places = error.problems.map { problem in
      Place(
        file: error.path,
        path: ([problem.table] + [problem.row].compactMap(\.self)).joined(separator: ", row "),
        message: problem.message
      )
    }
    self.init(
      exitCode: aboutFile.contains(error.code) ? .cannotOpen : .badData,
      message: "\(error)",
      code: error.code.rawValue,
      places: places.isEmpty ? [Place(file: error.path, message: error.message)] : places
    )
  }

  init(_ error: ImportError) {
    var message = "\(error)"
    // The cause stands first: nobody reads fifty lines to find it.
    let most = 10
    if error.problems.count > most {
      let kinds = Dictionary(grouping: error.problems, by: \.message)
      var told: Set<String> = []
      let firsts = error.problems.filter { told.insert($0.message).inserted }
      let lines = firsts.prefix(most).map { problem in
        let others = (kinds[problem.message]?.count ?? 1) - 1
        return "\(error.file): \(problem)" + (others > 0 ? " (\(others) more: see --json)" : "")
      }
      message = lines.joined(separator: "\n")
      if firsts.count > most {
        message += "\nand \(firsts.count - most) more: --json lists them."
      }
      if error.problems.count >= ImportError.problemLimit {
        message += "\nThese are the first \(error.problems.count) problems; there may be more."
      }
    }
    self.init(
      exitCode: .badData,
      message: message,
      places: error.problems.map {
        Place(file: error.file, line: $0.line, path: $0.path, message: $0.message)
      }
    )
  }

  static func usage(_ message: String) -> Failure {
    Failure(exitCode: .usage, message: message)
  }

  /// What to say.
  public var description: String { message }

  /// The failure in JSON: of several places the first is that of the whole.
  var json: JSONValue {
    .object([
      "code": .string(code), "message": .string(message),
      "file": JSONValue(places.first?.file), "line": JSONValue(places.first?.line),
      "path": JSONValue(places.first?.path),
      "problems": .array(
        places.map { place in
          .object([
            "file": JSONValue(place.file), "line": JSONValue(place.line),
            "path": JSONValue(place.path), "message": .string(place.message),
          ])
        }
      ),
    ])
  }
}
