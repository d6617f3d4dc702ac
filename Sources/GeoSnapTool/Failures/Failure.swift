package import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapPostgres
import GeoSnapStore

extension ExitCode {
  /// The network was validated, and has errors.
  static let networkErrors = ExitCode(1)
  /// A trace has no result, for example without a controller.
  static let noAnswer = ExitCode(1)
  /// Done, but rows that could not be read were left out.
  static let rowsLeftOut = ExitCode(3)
  package static let usage = ExitCode(64)
  package static let badData = ExitCode(65)
  package static let cannotOpen = ExitCode(66)
  /// The output cannot be written, for example to a full disk.
  static let cannotWrite = ExitCode(74)
  /// A signal ended the run.
  static let interrupted = ExitCode(130)

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

/// Refuses a command line, with the usage of the verb.
func refuse(_ isWrong: Bool, _ message: @autoclosure () -> String) throws {
  if isWrong { throw ValidationError(message()) }
}

/// Refuses a time to wait that is not in a day.
func checkTimeout(_ seconds: Double) throws {
  let message = "--timeout must be a number of seconds from 0 to 86400."
  try refuse(!(0...86_400).contains(seconds), message)
}

/// An error that ends the program: a message, and the exit code.
public struct Failure: Error, CustomStringConvertible {
  struct Place {
    var file: String?
    var line: Int?
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
  package let code: String
  let places: [Place]
  /// Whether the verb has printed the failure's document itself.
  var isTold = false
  /// The document that a verb printed before it failed.
  package var document: [UInt8] = []

  init(exitCode: ExitCode, message: String, code: String? = nil, places: [Place] = []) {
    self.exitCode = exitCode
    // Quoted text must not contain a password.
    self.message = PostgresAddress.withoutPasswords(in: message)
    self.code = code ?? exitCode.word
    self.places = places.map(\.withoutPasswords)
  }

  init(exitCode: ExitCode, message: String, file: String?, line: Int? = nil) {
    let place = file.map { Place(file: $0, line: line, message: message) }
    self.init(exitCode: exitCode, message: message, places: [place].compactMap(\.self))
  }

  func saying(_ message: String) -> Failure {
    Failure(exitCode: exitCode, message: message, code: code, places: places)
  }

  init(_ error: StoreError) {
    if error.code == .alreadyExists, !PostgresAddress.isAddress(error.path) {
      self = .usage("\(error.path) exists: --force replaces it.")
      return
    }
    let hint = Self.importHint(error)
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
      message: "\(error)\(hint)",
      code: error.code.rawValue,
      places: places.isEmpty ? [Place(file: error.path, message: error.message + hint)] : places
    )
  }

  private static func importHint(_ error: StoreError) -> String {
    guard error.code == .cannotOpen, FileManager.default.isReadableFile(atPath: error.path) else {
      return ""
    }
    if let kind = ForeignFormat.kind(of: error.path) {
      return " It is \(kind): ogr2ogr OUT.gpkg \(PastedCommand.quoted(error.path)) converts it."
    }
    let file = PastedCommand.quoted(error.path)
    switch URL(fileURLWithPath: error.path).pathExtension.lowercased() {
    case "inp": return " Import it first: geosnap import epanet or swmm \(file) NETWORK.gpkg"
    case "dss": return " " + ImportKind.circuitSteps(error.path)
    case "geojson", "geojsonl":
      return " Name it in a mapping (see Documentation/Import-GIS.md): "
        + "geosnap import gis MAPPING.json NETWORK.gpkg"
    case "json":
      return " Import it first: geosnap import gis, pandapower or pandapipes \(file) NETWORK.gpkg"
    default: return ""
    }
  }

  init(_ error: ImportError) {
    var message = "\(error)"
    // The cause comes first: fifty lines would hide it.
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
      if firsts.count > most { message += "\nand \(firsts.count - most) more: --json lists them." }
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

  static func usage(_ message: String) -> Failure { Failure(exitCode: .usage, message: message) }

  static func badData(_ message: String, file: String? = nil, line: Int? = nil) -> Failure {
    Failure(exitCode: .badData, message: message, file: file, line: line)
  }

  static func cannotOpen(_ message: String, file: String? = nil) -> Failure {
    Failure(exitCode: .cannotOpen, message: message, file: file)
  }

  static func cannotWrite(_ message: String, file: String? = nil) -> Failure {
    Failure(exitCode: .cannotWrite, message: message, file: file)
  }

  /// The message.
  public var description: String { message }

  /// The failure in JSON; its file, line and path are those of the first place.
  var json: JSONValue {
    .object([
      "code": .string(code), "message": .string(message), "file": JSONValue(places.first?.file),
      "line": JSONValue(places.first?.line), "path": JSONValue(places.first?.path),
      "problems": .objects(places) { place in
        [
          "file": JSONValue(place.file), "line": JSONValue(place.line),
          "path": JSONValue(place.path), "message": .string(place.message),
        ]
      },
    ])
  }
}

package enum PastedCommand {
  /// A word for a shell: quoted when it has characters other than letters, digits and harmless signs.
  package static func quoted(_ word: String) -> String {
    let harmless = Set("-_./:,=+@%")
    let isPlain = word.allSatisfy {
      ($0.isASCII && ($0.isLetter || $0.isNumber)) || harmless.contains($0)
    }
    guard word.isEmpty || !isPlain else { return word }
    let special = Set("\"$`\\!")
    if word.contains("'"), !word.contains(where: special.contains) { return "\"\(word)\"" }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }
}
