import ArgumentParser
import Foundation
import GeoSnap

struct GeometryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geometry",
    abstract: "Runs an operation on geometries: buffer, union, cut, and more than ninety others.",
    discussion: """
      Geometries are WKT, hexadecimal WKB, GeoJSON or Esri JSON. They are arguments or, without any, lines of \
      stdin; empty lines are skipped. --with gives the second geometry of operations that take two; without \
      it, each line contains two, separated by a tab, or there are two arguments. --list lists the operations \
      and their options. Documentation/Geometry.md lists the operations that lose Z or M. Lengths are planar, \
      in the units of the coordinates, or with a unit such as 5m if --srid gives the system. Lengths of \
      operations whose names begin with geodesic are in metres on the ground; these operations need --srid \
      unless the geometry names its reference system.

      Each answer is one line; several geometries or names are separated by tabs, and 'none' means that there is no \
      answer. A line that cannot be read or answered is reported on stderr, the others are answered, and the exit \
      code is 3. If an argument cannot be read, or the operation fails on it, the exit code is 65.

      A line also counts as unanswered if the output format cannot hold its answer, such as measures in GeoJSON. \
      wkb and ewkt contain the reference system, if any; wkt does not.

      JSON: a list of {line, answer} or {line, error}, with line the number of the line or argument; with --list, \
      a list of {name, geometries, options, summary}.
      """
  )

  @Argument(help: "The operation.") var operation: String?
  @Argument(help: "The geometries.") var geometries: [String] = []
  @Flag(help: "List the operations.") var list = false
  @Option(help: "The second geometry.") var with: String?
  @Option(help: "The form of geometries in the answer: wkt, ewkt, wkb, geojson or esrijson.")
  var format: GeometryForm = .wkt
  @OptionGroup var parameters: GeometryParameters
  @OptionGroup var form: JSONOption

  func run() throws {
    if list { return try printList() }
    guard let name = self.operation else {
      throw Failure.usage("Name an operation: geosnap geometry --list lists the operations.")
    }
    let operation = try GeometryOperation.named(name)
    var parameters = parameters
    try parameters.resolveLengths(isOnGround: name.hasPrefix("geodesic-"))
    try operation.check(parameters)
    let second: Geometry?
    do {
      second = try with.map(GeometryText.read)
    } catch { throw Failure.badData("--with: \(error)") }
    if second != nil, !operation.isBinary {
      throw Failure.usage("'\(name)' takes one geometry, not --with.")
    }
    var run = GeometryRun(
      operation: operation,
      second: second,
      parameters: parameters,
      srid: self.parameters.srid
    )
    var (answers, failures) = (0, 0)
    var documents: [JSONValue] = []
    if geometries.isEmpty {
      var input = GeometryLines(areTabbed: operation.isBinary && second == nil)
      if operation.needsExtents {
        // All lines are one data set: the operation may depend on their common extent.
        var lines: [(number: Int, texts: [String])] = []
        while let line = input.next() {
          run.look(at: line.texts)
          lines.append(line)
        }
        for line in lines { try answer(line.texts, line.number, "line \(line.number)") }
      } else {
        while let line = input.next() { try answer(line.texts, line.number, "line \(line.number)") }
      }
    } else if operation.isBinary && second == nil {
      try answer(geometries, 1, "arguments")
    } else {
      for text in geometries { run.look(at: [text]) }
      for (index, text) in geometries.enumerated() {
        try answer([text], index + 1, "argument \(index + 1)")
      }
    }
    if form.json { try JSONValue.array(documents).print() }
    for note in operation.needsExtents && answers > 0 ? ReferenceSystemCache.shared.notes : [] {
      GeoSnapTool.note(note)
    }
    if failures > 0 { throw geometries.isEmpty ? ExitCode.rowsLeftOut : ExitCode.badData }

    func answer(_ texts: [String], _ number: Int, _ place: String) throws {
      let line: String?
      do {
        let answer = try run.answer(texts)
        if form.json {
          let document = try answer.json(format)
          documents.append(.object(["line": .integer(number), "answer": document]))
          line = nil
        } else {
          line = try answer.line(format)
        }
        answers += 1
      } catch {
        let failure = failure(error, of: texts)
        if failure.exitCode == .usage { throw failure }
        failures += 1
        if form.json {
          documents.append(.object(["line": .integer(number), "error": .string(failure.message)]))
        }
        Surroundings.current.tell("geosnap: \(place): \(failure)")
        return
      }
      if let line { try printLines([line]) }
    }
  }

  /// The failure for an error in an argument: the byte offset, without a line, since an argument is a single line.
  private func failure(_ error: any Error, of texts: [String]) -> Failure {
    if let failure = error as? Failure { return failure }
    guard let error = error as? FormatError else {
      return Failure.badData(
        "\(error)".replacingOccurrences(
          of: EngineThread.remedy,
          with:
            "geosnap geometry validity shows the place, and geosnap geometry repair repairs the geometry."
        )
      )
    }
    let isFile = FileManager.default.fileExists(atPath:)
    if !geometries.isEmpty, let file = texts.first(where: isFile) {
      return Failure.badData(
        "'\(file)' is a file: geometries of files are read from stdin, with < \(file)."
      )
    }
    return Failure.badData("\(error.message) (at byte \(error.offset))")
  }

  private func printList() throws {
    try form.print(
      JSONValue.objects(GeometryOperation.all) {
        [
          "name": .string($0.name), "geometries": .integer($0.isBinary ? 2 : 1),
          "options": .string($0.options), "summary": .string($0.summary),
        ]
      },
      GeometryOperation.all.map { operation in
        let operands = operation.isBinary ? "2" : "1"
        return "\(operation.name)\t\(operands)\t\(operation.options)\t\(operation.summary)"
      }
    )
  }
}

private struct GeometryRun {
  let operation: GeometryOperation
  let second: Geometry?
  let parameters: GeometryParameters
  /// The given reference system, also if it was given for the lengths alone.
  let srid: SRID?
  /// For each reference system the common extent of its geometries.
  private(set) var extents: [SRID?: Envelope] = [:]

  /// Adds the geometries to the extents, except invalid ones, which are reported later, and those far outside the
  /// earth.
  mutating func look(at texts: [String]) {
    guard operation.needsExtents, let text = texts.first,
      let geometry = try? GeometryText.read(text), let envelope = geometry.envelope,
      [envelope.minX, envelope.minY, envelope.maxX, envelope.maxY].allSatisfy({ $0.magnitude < 1e9 }
      )
    else { return }
    let srid = parameters.srid ?? geometry.srid
    extents[srid] = Envelope.combining([extents[srid], envelope])
  }

  /// The geometry of a text, which may also give another code of the given system, as Esri JSON does.
  private func read(_ text: String) throws -> Geometry {
    let geometry = try GeometryText.read(text)
    guard let srid, let own = geometry.srid, own != srid else { return geometry }
    if let agreed = try? Geometry(text: text, srid: srid) { return agreed }
    _ = try commonSRID(srid, own)
    return geometry
  }

  func answer(_ texts: [String]) throws -> GeometryAnswer {
    let count = operation.isBinary && second == nil ? 2 : 1
    guard texts.count == count else {
      throw Failure.badData("'\(operation.name)' needs \(count) geometries, not \(texts.count).")
    }
    var geometry = try read(texts[0])
    let other = try second ?? (count == 2 ? read(texts[1]) : nil)
    _ = try commonSRID(srid, other?.srid)
    if let other, geometry.srid == nil { geometry = try geometry.sharingSystem(of: other) }
    return try operation.run(
      GeometryCall(
        geometry: geometry,
        second: other,
        parameters: parameters,
        extent: extents[parameters.srid ?? geometry.srid] ?? geometry.envelope
      )
    )
  }
}

private struct GeometryLines {
  let areTabbed: Bool
  private var number = 0

  private var given: [Substring]?

  init(areTabbed: Bool) {
    self.areTabbed = areTabbed
    given = StandardInput.given.map { input in
      String(decoding: input, as: UTF8.self).split(
        omittingEmptySubsequences: false,
        whereSeparator: \.isNewline
      ).reversed()
    }
  }

  private mutating func nextLine() -> String? {
    given == nil ? readLine() : given?.popLast().map(String.init)
  }

  mutating func next() -> (number: Int, texts: [String])? {
    while var line = nextLine() {
      number += 1
      if number == 1, line.unicodeScalars.first == "\u{FEFF}" { line.unicodeScalars.removeFirst() }
      if line.trimmed.isEmpty { continue }
      let texts =
        areTabbed
        ? line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) : [line]
      return (number, texts)
    }
    return nil
  }
}
