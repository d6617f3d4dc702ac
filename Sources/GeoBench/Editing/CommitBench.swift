import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

/// Measures the cost of a commit, in memory and in a file, for networks of any size.
struct CommitBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "commits",
    abstract: "Measures commits of transactions on a made-up network of some size."
  )

  // The parent command has an option `--features`, which would take the value.
  @Option(help: "How many features the network has.")
  var size = 1_000_000

  @Option(help: "How many commits to time.")
  var commits = 2000

  @Flag(help: "Commit to a file as well, a new one in the temporary folder.")
  var file = false

  private static let (device, line) = (1, 2)

  func run() throws {
    let network = try Self.network(size)
    let clock = ContinuousClock()
    var editor: NetworkEditor?
    let opening = clock.measure { editor = NetworkEditor(network) }
    guard let editor else { return }
    print("\(network.featureCount) features; to begin editing: \(milliseconds(opening)) ms")
    try report("in memory", seed: 7) { _ = try editor.commit($0) }
    var held: [EditedNetwork] = []
    try report("in memory, every snapshot kept", seed: 8) {
      held.append(editor.snapshot)
      _ = try editor.commit($0)
    }
    guard file else { return }
    let path = NSTemporaryDirectory() + "commits-\(UUID().uuidString).gpkg"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try GeoPackage.write(network, to: path)
    let store = try NetworkStore(path, images: .none)
    try report("in a file", seed: 9) { _ = try store.commit($0) }
  }

  /// Moves devices, changes attributes, inserts and deletes lines, joins devices: one edit each.
  private func report(
    _ name: String,
    seed: UInt64,
    _ commit: (NetworkTransaction) throws -> Void
  ) throws {
    var random = SplitMix(seed: seed)
    var times: [Double] = []
    let clock = ContinuousClock()
    let salt = UInt64.random(in: 1...UInt64.max)
    for number in 0..<commits {
      let pick = UInt64(random.next() % UInt64(size / 2))
      let id = GlobalID(high: 1, low: pick)
      let edit: NetworkEdit
      switch number % 4 {
      // A separate seed for each report: an edit without a change would cost less.
      case 0:
        edit = .setGeometry(.globalID(id), .point(Point(x: Double(number), y: Double(seed))))
      case 1:
        edit = .setAttributes(
          .globalID(id),
          ["STATUS": .integer(Int64(number) + Int64(seed) * 1_000_000)]
        )
      case 2:
        edit = .insertFeature(
          NewFeature(assetGroup: 1, assetType: 1, geometry: try Self.shape(Double(number))),
          table: "Line"
        )
      default:
        let other = GlobalID(high: 1, low: (pick + 1) % UInt64(size / 2))
        edit = .insertAssociation(
          NewAssociation(
            kind: .connectivity,
            from: .init(id, terminalID: 1),
            to: .init(other, terminalID: 1)
          )
        )
      }
      let transaction = NetworkTransaction("\(salt).\(number)", [edit])
      // A pair that is joined already is refused, so there is no commit to time.
      let start = clock.now
      do { try commit(transaction) } catch is TransactionError { continue }
      times.append(Double((clock.now - start).components.attoseconds) / 1e12)
    }
    times.sort()
    let median = times[times.count / 2]
    let tail = times[times.count * 99 / 100]
    print(
      "\(name): median \(String(format: "%.2f", median)) us, "
        + "99% below \(String(format: "%.2f", tail)) us, \(times.count) commits"
    )
  }

  private func milliseconds(_ duration: Duration) -> Int {
    Int(duration / .milliseconds(1))
  }

  private static func shape(_ x: Double) throws -> Geometry {
    .lineString(try LineString([Coordinate(x: x, y: 0), Coordinate(x: x + 1, y: 1)]))
  }

  private static func network(_ features: Int) throws -> UtilityNetwork {
    func source(_ id: Int, _ name: String, _ usage: NetworkSourceUsage) -> NetworkSource {
      NetworkSource(
        sourceID: id,
        name: name,
        usage: usage,
        assetGroups: [
          AssetGroup(code: 1, name: "Group", assetTypes: [AssetType(code: 1, name: "Type")])
        ]
      )
    }
    let definition = NetworkDefinition(domainNetworks: [
      DomainNetwork(
        id: 1,
        name: "Domain",
        sources: [source(device, "Device", .device), source(line, "Line", .line)]
      )
    ])
    var devices = FeatureTable(
      name: "Device",
      sourceID: device,
      geometryType: .point,
      fields: [AttributeField("STATUS", .integer)]
    )
    var lines = FeatureTable(name: "Line", sourceID: line, geometryType: .lineString)
    for row in 0..<features / 2 {
      let x = Double(row)
      devices.append(
        Feature(
          rowID: Int64(row + 1),
          globalID: GlobalID(high: 1, low: UInt64(row)),
          assetGroup: 1,
          assetType: 1,
          geometry: .point(Point(x: x, y: 0)),
          attributes: [.integer(1)]
        )
      )
      lines.append(
        Feature(
          rowID: Int64(row + 1),
          globalID: GlobalID(high: 2, low: UInt64(row)),
          assetGroup: 1,
          assetType: 1,
          geometry: try shape(x)
        )
      )
    }
    let side = NetworkRule.Side(AssetTypeID(sourceID: device, assetGroup: 1, assetType: 1))
    return try UtilityNetwork(
      definition: definition,
      srid: nil,
      tables: [devices, lines],
      rules: [NetworkRule(id: 1, kind: .junctionJunction, from: side, to: side)]
    )
  }
}
