import ArgumentParser
import Foundation
import GeoSnap

struct GeometryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geometry",
    abstract: "Runs an operation on geometries: buffer, union, cut, and ninety more.",
    discussion: """
      Geometries are WKT, hexadecimal WKB, GeoJSON or Esri JSON, as arguments or, without any, one a line on \
      stdin; lines that are empty are passed over. --with is the second geometry of operations that \
      take two; without it there are two on each line, separated by a tab, or two arguments. --list \
      says what operations there are and which options they take. Lengths are planar, in the units of \
      the coordinates; those of operations whose names begin with geodesic are in metres on the ground, and \
      need --srid unless the geometry says its own.

      Each answer is one line; what has several geometries or names has tabs between them, and 'none' \
      stands where there is no answer. A line that cannot be read or answered is named \
      on stderr, the others are answered, and the exit code is 3; for arguments it is 65.

      JSON: a list of {line, answer} or {line, error}.
      """
  )

  @Argument(help: "The operation.")
  var operation: String?
  @Argument(help: "The geometries.")
  var geometries: [String] = []
  @Flag(help: "List the operations.")
  var list = false
  @Option(help: "The second geometry.")
  var with: String?
  @Option(help: "The form of geometries in the answer: wkt, ewkt, wkb, geojson or esrijson.")
  var format: GeometryForm = .wkt
  @OptionGroup var parameters: GeometryParameters
  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    if list {
      try printLines(
        GeometryOperation.all.map { operation in
          let operands = operation.isBinary ? "2" : "1"
          return "\(operation.name)\t\(operands)\t\(operation.options)\t\(operation.summary)"
        }
      )
      return
    }
    guard let name = self.operation else {
      throw Failure.usage("Name an operation: geosnap geometry --list names them.")
    }
    let operation = try GeometryOperation.named(name)
    let second: Geometry?
    do {
      second = try with.map(GeometryText.read)
    } catch {
      throw Failure(exitCode: .badData, message: "--with: \(error)")
    }
    if second != nil, !operation.isBinary {
      throw Failure.usage("'\(name)' takes one geometry, not --with.")
    }
    var run = GeometryRun(operation: operation, second: second, parameters: parameters)
    var failures = 0
    if geometries.isEmpty {
      var number = 0
      while var line = readLine() {
        number += 1
        if number == 1, line.unicodeScalars.first == "\u{FEFF}" {
          line.unicodeScalars.removeFirst()
        }
        if line.trimmed.isEmpty { continue }
        let texts =
          operation.isBinary && second == nil
          ? line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) : [line]
        failures += try report(run.answer(texts), line: number) ? 0 : 1
      }
    } else if operation.isBinary && second == nil {
      failures += try report(run.answer(geometries), line: 1) ? 0 : 1
    } else {
      for (index, text) in geometries.enumerated() {
        failures += try report(run.answer([text]), line: index + 1) ? 0 : 1
      }
    }
    if json { try JSONValue.array(run.documents).print() }
    if failures > 0 { throw geometries.isEmpty ? ExitCode.rowsLeftOut : ExitCode.badData }

    func report(_ result: Result<GeometryAnswer, Failure>, line: Int) throws -> Bool {
      switch result {
      case .success(let answer):
        if json {
          run.documents.append(
            .object(["line": .integer(line), "answer": try answer.json(format)])
          )
        } else {
          try printLines([answer.line(format)])
        }
        return true
      case .failure(let failure):
        if failure.exitCode == .usage { throw failure }
        if json {
          run.documents.append(
            .object(["line": .integer(line), "error": .string(failure.message)])
          )
        }
        FileHandle.standardError.write(Data("geosnap: line \(line): \(failure)\n".utf8))
        return false
      }
    }
  }
}

/// Asks one operation about one line after another.
private struct GeometryRun {
  let operation: GeometryOperation
  let second: Geometry?
  let parameters: GeometryParameters
  var documents: [JSONValue] = []

  init(operation: GeometryOperation, second: Geometry?, parameters: GeometryParameters) {
    self.operation = operation
    self.second = second
    self.parameters = parameters
  }

  func answer(_ texts: [String]) -> Result<GeometryAnswer, Failure> {
    do {
      let count = operation.isBinary && second == nil ? 2 : 1
      guard texts.count == count else {
        throw Failure(
          exitCode: .badData,
          message: "'\(operation.name)' needs \(count) geometries, not \(texts.count)."
        )
      }
      let call = GeometryCall(
        geometry: try GeometryText.read(texts[0]),
        second: try second ?? (count == 2 ? GeometryText.read(texts[1]) : nil),
        parameters: parameters
      )
      return .success(try operation.run(call))
    } catch let failure as Failure {
      return .failure(failure)
    } catch {
      return .failure(Failure(exitCode: .badData, message: "\(error)"))
    }
  }
}
