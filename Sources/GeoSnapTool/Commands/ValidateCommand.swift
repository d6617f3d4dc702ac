import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

/// `geosnap validate NETWORK`, and `geosnap validate geometry FILE`.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Lists the errors of a network, or of the geometries of a file.",
    discussion: """
      `geosnap validate NETWORK` is short for `geosnap validate network NETWORK`, which takes:

      \(ValidateNetworkCommand.parameters)
      """,
    subcommands: [ValidateNetworkCommand.self, ValidateGeometryCommand.self],
    defaultSubcommand: ValidateNetworkCommand.self
  )
}

extension ParsableCommand {
  fileprivate static var parameters: String {
    let help = helpMessage(includeHidden: false, columns: 76)
    return help.firstRange(of: "ARGUMENTS:").map { String(help[$0.lowerBound...]) } ?? help
  }
}

struct ValidateNetworkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "network",
    abstract: "Lists the errors of a network: code, place, missing rule and remedy.",
    discussion: """
      Networks with wrong data are validated too. A file is refused only if it is damaged or contains no \
      network. Documentation/Validation.md explains the codes. With --extent, only errors and doubts of \
      features in the extent are listed, and ruleGaps counts only these errors.

      JSON: {errors[{code, number, features[{source, globalID, origin, assetGroup, assetType, row}], \
      association, location, rule{kind, from, to, via, nearest{}}, fix{kind, sentence, ...}, message, \
      lastChanged{author, place, time, name, revision, bySQL}}], ruleGaps[{kind, from, to, via, count}], \
      doubts{count, accepted, kinds[{kind, count}], list[{kind, features[], location, distance, fix, message, \
      advice}]}}. doubts is null with --doubts none. association, location, rule, via and nearest are null if \
      there is none. Only a network in a database has lastChanged: the last change of the features or the \
      association in its history, or null if there is none.

      If the network cannot be drawn, a note gives the reason, and no picture is written. With --extent, an \
      extent that cannot be drawn is an error.

      Doubts break no rule but look like mistakes. Examples are duplicate lines, line ends that join nothing, \
      near misses, crossings, islands, and places far from all others. Doubts are not errors, and do not \
      change the exit code.

      The exit code is 1 if there are errors.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Option(
    parsing: .unconditional,
    help: "The extent XMIN,YMIN,XMAX,YMAX, in the reference system of the network or of --srid."
  )
  var extent: ExtentArgument?
  @OptionGroup var reference: ReferenceArguments
  @OptionGroup var list: LimitOption
  @OptionGroup var doubting: DoubtOptions
  @OptionGroup var form: JSONOption
  @Option(
    parsing: .unconditional,
    help: "Also write the errors to this GeoJSON file.",
    completion: .file()
  )
  var geojson: String?
  @Option(
    parsing: .unconditional,
    help: "Also draw a picture to this file: SVG, or PNG if its name ends in .png.",
    completion: .file()
  )
  var svg: String?
  @Flag(help: "Replace existing files.")
  var force = false

  func validate() throws {
    let files = [geojson, svg].compactMap(\.self)
    if files.contains("-") { throw ValidationError("--geojson and --svg need a file.") }
    if reference.srid != nil, extent == nil {
      throw ValidationError("--srid needs --extent.")
    }
    if force, files.isEmpty { throw ValidationError("--force needs --geojson or --svg.") }
  }

  func run() async throws {
    if let geojson { try input.checkOutput(geojson, option: "--geojson") }
    if let svg { try input.checkOutput(svg, option: "--svg") }
    let drawn = try svg.map { try PictureFile($0, replacing: force) }
    var problems: [NetworkProblem] = []
    let stored = StoredSnapshot(try await input.open(tolerating: &problems))
    for note in problems where note.code == nil {
      GeoSnapTool.note("\(note)")
    }
    let index = try await input.index(stored)
    let topology = try await input.topology(of: stored)
    let extent = try extent.map { try reference.envelope($0, in: stored.network) }
    let tolerated = problems
    let doubts = try doubting.settings(input)
    let validation = try await withProgress("Validating \(input.name)") {
      try await NetworkValidation(
        topology,
        index.features,
        tolerated: tolerated,
        extent: extent,
        doubts: doubts,
        progress: $0.share
      )
    }
    try doubting.keepAccepted(validation, doubts, input)
    let changes: ValidationChanges?
    do throws(StoreError) {
      changes = try ValidationChanges(of: validation, tolerated, in: input.place())
    } catch {
      throw input.failure(of: error)
    }
    let output = ValidationOutput(
      validation,
      of: input.network,
      changes: changes,
      doubts: doubting
    )
    if let geojson {
      let form = GeoJSONForm(srid: stored.network.srid, isCollection: true)
      let file = try OutputFile(geojson, replacing: force)
      try file.sink.write(try output.geoJSON(form))
      try file.publish()
      form.warn()
    }
    if let drawn {
      let frame = PictureFrame(extent: extent)
      func draw() throws -> MapSheet {
        try MapSheet(frame, of: index, named: input.name, validation: validation)
      }
      // A network that cannot be drawn is an error for a given extent.
      let sheet = extent == nil ? try MapSheet.unlessUndrawable(drawn.path, draw) : try draw()
      if let sheet {
        try drawn.write(sheet)
        try drawn.publish()
      }
    }
    try form.print(output.document(list), output.lines(list))
    if !validation.errors.isEmpty { throw ExitCode.networkErrors }
  }
}
