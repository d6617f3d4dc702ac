import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapPostgres
import GeoSnapProjection
import GeoSnapStore

struct ImportArguments: ParsableArguments {
  static let discussion = """
    JSON: {out, read{table: count}, written{source: count}, moves[{origin, from, to, distance, reason}], \
    additions[{kind, origin, at, distance}], derived{label: count}, notImported{table: count}, notes[]}. The \
    distance of a move is in metres if the coordinates are degrees, otherwise in the units of the coordinates. \
    With --to-srid, distance, from and to are those before the transformation.
    """

  @Argument(help: "The file to import; for esri and opendss, a folder.", completion: .file())
  var file: String
  @Argument(
    help: "The network to make: a GeoPackage file, or postgresql://USER@HOST/DATABASE?schema=NAME.",
    completion: Completions.network
  )
  var out: String
  @Flag(
    help: "Add to the network in OUT, in a new or an existing domain network; not with --to-srid."
  )
  var append = false
  @Flag(help: "Replace an existing OUT.") var force = false
  @Option(help: "Put NAME/ before each origin, so that equal origins of two files differ.")
  var prefix: String?
  @Option(
    help:
      "The name of the network, from which global ids are derived; by default, the name of FILE."
  )
  var name: String?
  @Option(
    parsing: .unconditional,
    help: "The EPSG code of the coordinates; by default, the code in FILE, if any."
  )
  var srid: Int32?
  @Option(
    parsing: .unconditional,
    help: "The EPSG code of the reference system to transform coordinates to; not with --append."
  )
  var toSrid: Int32?
  @Option(
    help: "supply: one tier (the default). voltage: for power, a tier for each voltage level.",
    transform: tierLayout
  )
  var tiers: ImportOptions.Tiers = .supply
  @Flag(help: "Do not move elements to the node or line that they miss, but list the gaps.")
  var keepEnds = false
  @Flag(help: "Print the report as JSON.") var json = false

  func validate() throws {
    if append && force {
      throw ValidationError("--append keeps OUT and --force replaces it: give only one of the two.")
    }
    try ReferenceOption.check(srid, "--srid")
    try ReferenceOption.check(toSrid, "--to-srid")
    if toSrid != nil && append {
      throw ValidationError(
        "--to-srid does not go with --append: import into a separate file, or transform FILE first."
      )
    }
    if let prefix, prefix.isEmpty || prefix.contains(where: { ";#@%/".contains($0) }) {
      throw ValidationError("--prefix must be a name without /, ;, #, @ or %.")
    }
  }

  var options: ImportOptions {
    let stem = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    return ImportOptions(
      prefix: prefix,
      networkName: name ?? stem,
      srid: srid,
      tiers: tiers,
      keepsEnds: keepEnds
    )
  }

  /// Reads FILE, makes or extends the network, and prints the result.
  func run(
    _ importer: some NetworkImporter,
    files: [String]? = nil,
    kind: ImportKind? = nil
  ) async throws {
    let read = try (files ?? [file]).map(Self.open)
    if let kind, let first = read.first { try kind.check(first) }
    try await run { try await importer.read(read, named: file, appendingTo: $0, progress: $1) }
  }

  /// Makes or extends the network that `read` returns, and prints the result.
  func run(
    reading read: (
      _ network: UtilityNetwork?, _ progress: @escaping @Sendable (Double) -> Void
    ) async throws -> ImportResult
  ) async throws {
    let target = try NetworkTarget(out)
    try check(target)
    let name = target.place.name
    // The output replaces the file: a row that cannot be read would be lost.
    let stored =
      append
      ? try await withProgress("Opening \(name)") {
        try await target.place.open(strict: true, progress: $0.share)
      } : nil
    let source = URL(fileURLWithPath: file).lastPathComponent
    let result: ImportResult
    do {
      result = try await withProgress("Importing \(source)") {
        try await read(stored?.network, $0.share)
      }
    } catch var error as ImportError where error.isOfNetwork {
      error.file = "\(target.place)"
      throw error
    }
    let finished = try transformed(result.network)
    var report = result.report
    report.notes += finished.notes
    if let srid = result.network.srid, !ReferenceOption.isKnown(srid) {
      report.notes.append(
        "The coordinates are declared to be in EPSG:\(srid), which PROJ does not have: they can be neither "
          + "transformed nor measured on the ground. Give the right code with --srid."
      )
    }
    if let doubt = implausibility(of: result.network) { report.notes.append(doubt) }
    let records = records(report)
    try await withProgress("Writing \(name)") {
      try await target.place.write(
        finished.network,
        imports: (stored?.imports ?? []) + records,
        traceConfigurations: stored?.traceConfigurations ?? [],
        replacing: append || force,
        progress: $0.share
      )
    }
    try ImportOutput(report: report, out: "\(target.place)", isAppended: append).print(json: json)
  }

  private func transformed(
    _ network: UtilityNetwork
  ) throws -> (network: UtilityNetwork, notes: [String]) {
    guard let toSrid else { return (network, []) }
    guard let srid = network.srid else {
      throw Failure.badData(
        "--to-srid: \(file) does not name the reference system of its coordinates. "
          + "Give it with --srid, or leave --to-srid out if the coordinates are schematic."
      )
    }
    do throws(ProjectionError) {
      let area = network.envelope
      let transformation = try CoordinateTransformation(from: srid, to: toSrid, covering: area)
      return (try transformation.transform(network), transformation.notes)
    } catch { throw Failure.badData("\(file): \(error)") }
  }

  private func implausibility(of network: UtilityNetwork) -> String? {
    guard let srid = network.srid, let system = try? SpatialReference(srid: srid),
      let extent = network.envelope
    else { return nil }
    if let doubt = system.doubt(about: extent) {
      return MisplacedFeatures(network).sentence(of: doubt, in: system)
    }
    // Swapped degrees are valid degrees: those of a place far from the others.
    guard system.isInDegrees, max(extent.width, extent.height) > 1 else { return nil }
    return MisplacedFeatures(network).swappedSentence(in: system)
  }

  static func open(_ path: String) throws -> ImportFile {
    let bytes = try InputFile.bytes(path)
    if let circuit = ImportKind.refusal(ofCircuit: path) {
      throw Failure.badData(circuit, file: path)
    }
    return ImportFile(name: path, bytes: bytes)
  }

  private func check(_ target: NetworkTarget) throws {
    try target.check(
      isReplaced: append || force,
      remedy: "--append adds to it, --force replaces it"
    )
    guard FileManager.default.fileExists(atPath: out) else { return }
    try refuseOut(as: file)
    guard force, let handle = FileHandle(forReadingAtPath: out) else { return }
    let magic = try? handle.read(upToCount: 15)
    if let magic, !magic.isEmpty, magic != Data("SQLite format 3".utf8) {
      throw Failure.usage("\(out) is not a GeoPackage: --force replaces only a GeoPackage.")
    }
  }

  func refuseOut(as read: String) throws {
    let paths = [read, out].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    if paths[0] == paths[1] {
      throw Failure.usage("\(read) is read, so it cannot be OUT: give another file.")
    }
  }

  private func records(_ report: ImportReport) -> [ImportRecord] {
    let network = prefix ?? options.networkName
    let read = report.elementsRead.filter { report.notImported[$0.key] == nil }
    return read.sorted { $0.key < $1.key }.map {
      ImportRecord(network: network, table: $0.key, rows: $0.value, isImported: true)
    }
      + report.notImported.sorted { $0.key < $1.key }.map {
        ImportRecord(network: network, table: $0.key, rows: $0.value, isImported: false)
      }
  }
}

private func tierLayout(_ argument: String) throws -> ImportOptions.Tiers {
  guard let tiers = ImportOptions.Tiers(rawValue: argument) else {
    throw ValidationError("--tiers must be supply or voltage.")
  }
  return tiers
}

extension CoordinateTransformation {
  var notes: [String] {
    let truth = accuracy.map { $0 > 0 ? ", good to \($0) m" : "" } ?? ", of unknown accuracy"
    var notes = ["Coordinates were transformed from \(source) to \(target) by \(name)\(truth)."]
    if !missingGrids.isEmpty {
      notes.append(
        "A better transformation needs grids that are not installed with PROJ: "
          + "\(Words.names(missingGrids))."
      )
    }
    return notes
  }
}

/// The features that lie outside the area of use of a network's reference system.
struct MisplacedFeatures {
  private let network: UtilityNetwork
  private let places: [(feature: FeatureID, place: Coordinate)]
  /// The median of these coordinates, ordinate by ordinate.
  private let middle: Coordinate

  init(_ network: UtilityNetwork) {
    self.network = network
    let places: [(feature: FeatureID, place: Coordinate)] = network.features.compactMap { feature in
      let path = network.geometry(of: feature)?.paths.first { !$0.isEmpty }
      return path.map { (feature, $0[0]) }
    }
    func median(_ ordinate: (Coordinate) -> Double) -> Double {
      let all = places.map { ordinate($0.place) }.sorted()
      return all.isEmpty ? 0 : all[all.count / 2]
    }
    self.places = places
    middle = Coordinate(x: median(\.x), y: median(\.y))
  }

  func sentence(of doubt: PlaceDoubt, in system: SpatialReference) -> String? {
    guard let first = places.first else { return nil }
    if let sentence = swappedSentence(in: system) { return sentence }
    var told = first
    if self.doubt(about: told.place, system) == nil {
      told = places.max { $0.place.distance(to: middle) < $1.place.distance(to: middle) } ?? first
    }
    let reason = self.doubt(about: told.place, system) ?? doubt
    return
      "Coordinates such as \(text(told.place)), of \(name(told.feature)), are unlikely in \(system). "
      + (reason == .farAway ? "They lie far outside the area of that system." : reason.description)
      + (reason == .swappedAxes
        ? " Swap them in the source, and import again." : " Give the right code with --srid.")
  }

  /// A sentence about features with swapped x and y: a few that stand apart from the others, and lie among them when
  /// swapped back.
  ///
  /// Nil where there are none. Coordinates that are plausible in the system count only where it is in degrees and
  /// they are fewer than half.
  func swappedSentence(in system: SpatialReference) -> String? {
    let swapped = places.filter {
      10 * $0.place.swapped.distance(to: middle) < $0.place.distance(to: middle)
    }
    guard let one = swapped.first else { return nil }
    let isImpossible = doubt(about: one.place, system) == .swappedAxes
    // Near the diagonal (longitude equals latitude) a swapped place is near the original, and a network may well have
    // both.
    let isFarFromDiagonal = (middle.x - middle.y).magnitude > 5
    let canBeTold = system.isInDegrees && isFarFromDiagonal && swapped.count * 2 < places.count
    guard isImpossible || canBeTold else { return nil }
    let others = swapped.count - 1
    func values(_ place: Coordinate) -> String {
      "x \(text(place).replacing(" ", with: " and y ", maxReplacements: 1))"
    }
    return "\(name(one.feature)) has \(values(one.place)) in the source, "
      + (isImpossible ? "which is unlikely in \(system). " : "far from the other features. ")
      + "With \(values(one.place.swapped)) it lies among the others: swap the values in the source"
      + (others > 0 ? ", also those of \(count(others, "other feature"))" : "")
      + ", and import again."
  }

  private func doubt(about place: Coordinate, _ system: SpatialReference) -> PlaceDoubt? {
    system.doubt(about: Envelope(place))
  }

  private func name(_ feature: FeatureID) -> String {
    let table = network.tables[Int(feature.table)].name
    return "\(network.origin(of: feature) ?? "a feature") "
      + "(row \(network.rowID(of: feature) ?? 0) of \(table))"
  }
}

extension Coordinate {
  fileprivate var swapped: Coordinate { Coordinate(x: y, y: x) }
}
