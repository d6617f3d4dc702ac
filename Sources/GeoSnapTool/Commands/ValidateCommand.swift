import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

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
  @OptionGroup var area: ExtentArguments
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
  @Flag(help: "Replace existing files.") var force = false

  func validate() throws {
    let files = [geojson, svg].compactMap(\.self)
    if files.contains("-") { throw ValidationError("--geojson and --svg need a file.") }
    try area.check()
    if force, files.isEmpty { throw ValidationError("--force needs --geojson or --svg.") }
  }

  func run() async throws {
    if let geojson { try input.checkOutput(geojson, option: "--geojson") }
    if let svg { try input.checkOutput(svg, option: "--svg") }
    let drawn = try svg.map { try PictureFile($0, replacing: force) }
    var problems: [NetworkProblem] = []
    let stored = StoredSnapshot(try await input.open(tolerating: &problems))
    for note in problems where note.code == nil { GeoSnapTool.note("\(note)") }
    let index = try await input.index(stored)
    let topology = try await input.topology(of: stored)
    let extent = try area.envelope(in: stored.network)
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
    } catch { throw input.failure(of: error) }
    let output = ValidationOutput(validation, of: input.network, changes: changes, doubts: doubting)
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

struct ValidationOutput {
  let validation: NetworkValidation
  let features: FeatureOutput
  let changes: ValidationChanges?
  private let name: String
  private let doubting: DoubtOptions

  init(
    _ validation: NetworkValidation,
    of name: String,
    changes: ValidationChanges? = nil,
    doubts: DoubtOptions
  ) {
    self.validation = validation
    self.name = name
    doubting = doubts
    self.changes = changes
    features = FeatureOutput(network: validation.network)
  }

  func document(_ limit: LimitOption) -> JSONValue {
    .object([
      "errors": .objects(limit.first(of: validation.errors), members),
      "ruleGaps": .array(validation.ruleGaps.map(json)), "doubts": doubts(limit),
    ])
  }

  private func doubts(_ limit: LimitOption) -> JSONValue {
    if doubting.doubts == .none { return .null }
    let kinds = kinds
    let count = kinds.reduce(0) { $0 + $1.doubts.count }
    return .object([
      "count": .integer(count),
      "accepted": .integer(validation.acceptedDoubtCount + validation.doubts.count - count),
      "kinds": .objects(kinds) { kind, doubts in
        ["kind": .string(kind.rawValue), "count": .integer(doubts.count)]
      },
      "list": .array(limit.first(of: kinds.flatMap { told($0.doubts) }).map(json)),
    ])
  }

  private func json(_ doubt: NetworkDoubt) -> JSONValue {
    .object([
      "kind": .string(doubt.kind.rawValue), "features": .array(doubt.features.map(features.json)),
      "location": JSONValue(doubt.location), "distance": JSONValue(doubt.distance),
      "fix": doubt.fix.map { .object(FixOutput(features: features, fix: $0).members) } ?? .null,
      "message": .string(doubt.message), "advice": .string(doubt.advice),
    ])
  }

  private var kinds: [(kind: NetworkDoubt.Kind, doubts: [NetworkDoubt])] {
    let shown = validation.doubts.filter { doubt in
      !doubting.accept.contains { $0.holds(doubt, in: validation.network) }
    }
    let groups = Dictionary(grouping: shown, by: \.kind)
    return NetworkDoubt.Kind.allCases.compactMap { kind in groups[kind].map { (kind, $0) } }
  }

  private func told(_ doubts: [NetworkDoubt]) -> [NetworkDoubt] {
    doubting.doubts == .all ? doubts : Array(doubts.prefix(1))
  }

  private func members(_ error: NetworkFault) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "code": .string(error.code.rawValue), "number": JSONValue(error.code.number),
      "features": .array(error.features.map(features.json)),
      "association": JSONValue(error.association?.description),
      "location": error.location.map { JSONValue($0) } ?? .null,
      "rule": error.rule.map(json) ?? .null,
      "fix": .object(FixOutput(error, features).members), "message": .string(error.message),
    ]
    if let changes { members["lastChanged"] = changes.json(error) }
    return members
  }

  private func json(_ search: RuleSearch) -> JSONValue {
    .object([
      "kind": .string(search.kind.name), "from": .string(features.path(search.from)),
      "to": .string(features.path(search.to)), "via": JSONValue(search.via.map(features.path)),
      "nearest": search.nearest.map(json) ?? .null,
    ])
  }

  private func json(_ rule: NetworkRule) -> JSONValue {
    .object([
      "id": .integer(rule.id), "kind": .string(rule.kind.name),
      "from": .string(features.path(rule.from.assetType)),
      "to": .string(features.path(rule.to.assetType)),
      "via": JSONValue(rule.via.map { features.path($0.assetType) }),
    ])
  }

  private func json(_ gap: RuleGapCount) -> JSONValue {
    .object([
      "kind": .string(gap.kind.name), "from": .string(features.path(gap.from)),
      "to": .string(features.path(gap.to)), "via": JSONValue(gap.via.map(features.path)),
      "count": .integer(gap.count),
    ])
  }

  func lines(_ limit: LimitOption) -> [String] {
    let errors = validation.errors
    let concerned = Set(errors.flatMap(\.features)).count
    var lines = [
      errors.isEmpty
        ? "No errors." : "\(count(errors.count, "error")) at \(count(concerned, "feature"))"
    ]
    var first = 0
    let listed = limit.first(of: errors).count
    while first < listed {
      let code = errors[first].code
      let end = errors[first...].firstIndex { $0.code != code } ?? errors.count
      lines += ["", "\(code.label): \(count(end - first, "error"))"]
      lines += errors[first..<min(end, listed)].flatMap { told($0) }
      first = end
    }
    lines += limit.rest(of: errors.count)
    if !validation.ruleGaps.isEmpty {
      lines += ["", "Asset types that meet or are associated without a rule:"]
      lines += validation.ruleGaps.map { gap in
        "  \(gap.count)  \(validation.network.describe(gap))"
      }
    }
    return lines + doubtLines(limit)
  }

  private func doubtLines(_ limit: LimitOption) -> [String] {
    let kinds = kinds
    let total = kinds.reduce(0) { $0 + $1.doubts.count }
    guard total > 0 else { return [] }
    var lines = ["", "\(count(total, "doubt")): no errors, but perhaps mistakes"]
    var left = limit.limit ?? .max
    for (kind, doubts) in kinds {
      lines.append("\(kind.rawValue): \(doubts.count)")
      for doubt in told(doubts).prefix(left) {
        lines += ["  \(validation.network.describe(doubt))", "    to do:      \(doubt.advice)"]
        left -= 1
      }
    }
    let isWhole = kinds.allSatisfy { told($0.doubts).count == $0.doubts.count }
    // A database does not keep accepted doubts.
    let accepting = changes == nil ? " To accept some: --accept KIND." : ""
    return lines + (isWhole ? [] : ["All of them: --doubts all.\(accepting)"])
  }

  private func told(_ error: NetworkFault) -> [String] {
    let network = validation.network
    var lines = ["  \(network.describe(error))"]
    if let rule = error.rule {
      lines.append("    looked for: \(network.describe(rule))")
      if let nearest = rule.nearest {
        let joint = network.joint(
          nearest.kind,
          nearest.from.assetType,
          nearest.to.assetType,
          via: nearest.via?.assetType
        )
        lines.append("    nearest:    rule \(nearest.id), \(joint)")
      }
    }
    if let change = changes?.last(of: error) { lines.append("    changed:    last by \(change)") }
    lines.append("    to do:      \(network.remedy(of: error))")
    if case .placeJunction(let place, let types) = error.fix,
      let command = network.command(placing: types, at: place, in: name)
    {
      lines.append("    command:    \(command)")
    }
    return lines
  }

  func geoJSON(_ form: GeoJSONForm) throws -> [UInt8] {
    var bytes = form.head
    for (number, error) in validation.errors.enumerated() {
      if number > 0 { bytes += Array(",\n".utf8) }
      let geometry = error.location.map {
        JSONValue.object(["type": "Point", "coordinates": JSONValue($0)])
      }
      let feature: JSONValue = .object([
        "type": "Feature", "geometry": geometry ?? .null,
        "properties": .object([
          "code": .string(error.code.rawValue), "number": JSONValue(error.code.number),
          "message": .string(error.message),
          "features": .array(
            error.features.map { JSONValue(features.network.globalID(of: $0)?.description) }
          ),
          "association": JSONValue(error.association?.description),
          "fix": .string(features.network.remedy(of: error)),
        ]),
      ])
      bytes += try feature.text(isIndented: false)
    }
    return bytes + form.tail
  }
}

extension NetworkErrorCode {
  var label: String { number.map { "\($0) \(rawValue)" } ?? rawValue }
}
