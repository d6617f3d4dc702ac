import Foundation
package import GeoSnap
package import GeoSnapStore

/// The six steps of the demo, each a question to the sample as a user asks it.
///
/// The sample stays as it is: the last step edits a copy.
package struct DemoTour {
  package let steps: [DemoStep]
  /// The maps of the traces.
  package let figures: [MapFigure]

  /// The files that the steps write, in the folder of the pages.
  package static let traceFile = "trace.svg"
  package static let whatIfFile = "what-if.svg"
  package static let copyFile = "edited.gpkg"
  static let refusedFile = "refused.json"
  static let committedFile = "committed.json"
  private static let files = [traceFile, whatIfFile, copyFile, refusedFile, committedFile]

  /// Takes all steps.
  ///
  /// - Parameters:
  ///   - input: The sample.
  ///   - stored: The sample, opened.
  ///   - index: The sample, indexed.
  ///   - places: Where to ask.
  ///   - folder: Where files go, as the user names it; it exists.
  ///   - program: What runs the verbs.
  /// - Throws: `Failure` that says which step did not end as it should.
  package init(
    _ input: NetworkArgument,
    _ stored: StoredSnapshot,
    _ index: NetworkIndex,
    _ places: DemoPlaces,
    folder: String,
    _ program: DemoProgram
  ) async throws {
    for file in Self.files { try input.checkOutput("\(folder)/\(file)", option: "--map") }
    let asking = Asking(
      path: input.network,
      program: program,
      types: FeatureOutput(network: index.network)
    )
    let topology = try stored.topology()
    let trace = try await DemoTrace(asking.trace, stored, topology)
    let cut = try await DemoTrace(asking.whatIf, stored, topology)
    guard let extent = trace.extent else { throw DemoPlaces.notTheSample("a place of what is fed") }
    figures = [
      try trace.figure("Trace: what a cable feeds", index, in: extent),
      try cut.figure("What if a cable is cut?", index, in: extent),
    ]
    for (figure, file) in zip(figures, [Self.traceFile, Self.whatIfFile]) {
      try Data(MapSheet(figure: figure).svg().utf8).write(toDemo: "\(folder)/\(file)")
    }
    steps = [
      try asking.identify(places), try asking.snap(places), try asking.refusal(places),
      asking.trace(trace, picture: "\(folder)/\(Self.traceFile)"),
      asking.whatIf(trace, cut, picture: "\(folder)/\(Self.whatIfFile)"),
      try asking.edit(DemoEdit(index.network, places), input, folder: folder),
    ]
  }
}

/// The questions of the steps.
private struct Asking {
  let path: String
  let program: DemoProgram
  let types: FeatureOutput

  func identify(_ places: DemoPlaces) throws -> DemoStep {
    let words = [
      "identify", path, "--at", places.house.argument,
      "--tolerance", plain(DemoPlaces.identifyTolerance),
    ]
    return DemoStep(
      headline: "Identify: what is here?",
      introduction:
        "A click beside a house. Gas and power answer together, each with its distance.",
      answers: [DemoStep.StepAnswer(words: words, lines: Array(try program.lines(words).prefix(6)))]
    )
  }

  func snap(_ places: DemoPlaces) throws -> DemoStep {
    let words = ["snap"] + near(places, places.tap)
    return DemoStep(
      headline: "Snap: what may be joined here?",
      introduction: "A tap is drawn beside a gas main. A rule allows it, so it snaps.",
      answers: [DemoStep.StepAnswer(words: words, lines: Array(try program.lines(words).prefix(6)))]
    )
  }

  func refusal(_ places: DemoPlaces) throws -> DemoStep {
    let words = ["explain"] + near(places, places.service)
    let told = try program.lines(words)
    let wanted = ["unsnapped:", "why ", "remedy "]
    return DemoStep(
      headline: "Refusal: what may not, why, and what helps?",
      introduction: "A house connection is drawn to the same place. It may not end on a bare main.",
      answers: [DemoStep.StepAnswer(words: words, lines: told.beginning(with: wanted))]
    )
  }

  /// The place on the main and the asset type that is drawn there.
  private func near(_ places: DemoPlaces, _ type: AssetTypeID) -> [String] {
    [
      path, "--at", places.mainMiddle.argument, "--tolerance", plain(DemoPlaces.snapTolerance),
      "--asset-type", types.path(type),
    ]
  }

  var trace: [String] {
    [
      "trace", path, "--type", "downstream", "--start", "origin:\(DemoPlaces.tracedCable)@0.5",
      "--function", "add(Length)",
    ]
  }

  var whatIf: [String] { trace + ["--block", "origin:\(DemoPlaces.cutCable)"] }

  func trace(_ trace: DemoTrace, picture: String) -> DemoStep {
    let wanted = ["downstream:", "add(", "condition "]
    return DemoStep(
      headline: "Trace: what does this cable feed?",
      introduction:
        "From the middle of a cable the trace follows the flow and adds up metres. Each stop says why.",
      answers: [
        DemoStep.StepAnswer(
          words: self.trace,
          lines: Array(trace.lines.beginning(with: wanted).prefix(6))
        )
      ],
      conclusion: "Its map: \(picture)"
    )
  }

  func whatIf(_ trace: DemoTrace, _ cut: DemoTrace, picture: String) -> DemoStep {
    let wanted = ["downstream:", "add(", "barrier "]
    return DemoStep(
      headline: "What if: one cable is cut?",
      introduction:
        "The same trace, with one cable taken to let nothing pass. The file is not changed.",
      answers: [
        DemoStep.StepAnswer(
          words: whatIf,
          lines: Array(cut.lines.beginning(with: wanted).prefix(6))
        )
      ],
      conclusion:
        "The trace finds \(cut.elementCount) elements instead of \(trace.elementCount), and "
        + "\(plain(cut.sum)) m of line instead of \(plain(trace.sum)). Its map: \(picture)"
    )
  }

  /// Edits a copy of the sample, and undoes it.
  func edit(_ edit: DemoEdit, _ input: NetworkArgument, folder: String) throws -> DemoStep {
    let copy = "\(folder)/\(DemoTour.copyFile)"
    let files = FileManager.default
    do {
      for suffix in ["", "-wal", "-shm", "-journal"] where files.fileExists(atPath: copy + suffix) {
        try files.removeItem(atPath: copy + suffix)
      }
      try Data(contentsOf: URL(fileURLWithPath: path)).write(to: URL(fileURLWithPath: copy))
    } catch {
      throw Failure(
        exitCode: .cannotWrite,
        message: "\(copy) cannot be written: \(error.localizedDescription)"
      )
    }
    func answer(_ words: [String], _ exitCode: Int32 = 0) throws -> DemoStep.StepAnswer {
      DemoStep.StepAnswer(
        words: ["edit", copy] + words,
        lines: try program.lines(["edit", copy] + words, endingWith: exitCode),
        exitCode: exitCode
      )
    }
    func committing(
      _ transaction: NetworkTransaction,
      _ file: String,
      _ exitCode: Int32 = 0
    ) throws -> DemoStep.StepAnswer {
      try DemoEdit.json(transaction).write(toDemo: "\(folder)/\(file)")
      return try answer(["--transaction", "\(folder)/\(file)"], exitCode)
    }
    return DemoStep(
      headline: "Edit: all of a transaction, or nothing",
      introduction:
        "On a copy a house connection is put on the bare main. That is refused. With a tap between "
        + "them it is committed. Then it is undone.",
      answers: [
        try committing(edit.refused, DemoTour.refusedFile, 65),
        try committing(edit.committed, DemoTour.committedFile),
        try answer(["--undo"]),
      ]
    )
  }
}

extension [String] {
  /// The lines that begin with one of some words, after their spaces.
  fileprivate func beginning(with words: [String]) -> [String] {
    filter { line in
      let text = line.drop { $0 == " " }
      return words.contains { text.hasPrefix($0) }
    }
  }
}

extension Data {
  /// Writes a file of the demo, over the one of the last time.
  func write(toDemo path: String) throws {
    do {
      try write(to: URL(fileURLWithPath: path))
    } catch {
      throw Failure(
        exitCode: .cannotWrite,
        message: "\(path) cannot be written: \(error.localizedDescription)"
      )
    }
  }
}
