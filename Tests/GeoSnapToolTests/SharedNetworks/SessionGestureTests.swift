import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// What a user does with a session and its editor, at random: by the rules and against them.
private struct Gestures {
  let session: NetworkSession
  let editor: GeometryEditor
  var generator: SeededGenerator
  /// What was done, for whoever looks for a mistake.
  var log: [String] = []
  var saves = 0
  var refusals = 0

  init(_ session: NetworkSession, seed: UInt64) {
    self.session = session
    generator = SeededGenerator(seed: seed)
    editor = GeometryEditor(for: session)
    editor.settings.isEnabled = true
    editor.settings.tolerance = .mapUnits(2)
    editor.chooseTerminal = \.suggestion
  }

  /// A place at a feature or somewhere near it.
  mutating func place() -> Coordinate {
    let network = session.state.network
    let table = generator.int(0...network.base.tables.count - 1)
    let rows = network.rowCount(table: table)
    guard rows > 0 else { return Coordinate(x: 0, y: 0) }
    let feature = FeatureID(table: table, row: generator.int(0...rows - 1))
    guard network.contains(feature), let geometry = network.geometry(of: feature),
      let vertex = geometry.coordinates.randomElement(using: &generator)
    else { return Coordinate(x: 0, y: 0) }
    switch generator.int(0...3) {
    case 0: return vertex
    case 1:
      let fraction = Double(generator.int(1...9)) / 10
      return (try? geometry.linearLocation(atFraction: fraction))?.coordinate ?? vertex
    case 2: return Coordinate(x: vertex.x + offset(1), y: vertex.y + offset(1))
    default: return Coordinate(x: vertex.x + offset(30), y: vertex.y + offset(30))
    }
  }

  private mutating func offset(_ reach: Int) -> Double {
    Double(generator.int(-100 * reach...100 * reach)) / 100
  }

  private mutating func feature(_ condition: (FeatureID) -> Bool) -> FeatureKey? {
    let network = session.state.network
    for _ in 0..<8 {
      let table = generator.int(0...network.base.tables.count - 1)
      let rows = network.rowCount(table: table)
      guard rows > 0 else { continue }
      let feature = FeatureID(table: table, row: generator.int(0...rows - 1))
      if network.contains(feature), condition(feature) { return network.key(of: feature) }
    }
    return nil
  }

  /// One gesture; tells whether the network has changed.
  mutating func next() throws -> Bool {
    let gesture = generator.int(0...39)
    log.append("\(gesture)")
    do {
      switch gesture {
      case 0...2: try start()
      case 3: try startCreating()
      case 4...9: try editor.place(at: place())
      case 10...11: try drag()
      case 12: try editor.undo()
      case 13: try editor.redo()
      case 14: if generator.oneIn(4) { try editor.cancel() }
      case 15:
        editor.isSnappingSuspended = generator.oneIn(3)
        editor.movesSharedVertices = generator.oneIn(4)
      case 16: try editor.deleteVertex(vertex: generator.int(0...3))
      case 17...20: return try save()
      case 21: return try session.undo() != nil
      case 22: return try session.redo() != nil
      case 23...24: return try split()
      case 25: return try merge()
      case 26: return try insertVertex()
      case 27: return try delete()
      case 28: try editor.refresh()
      case 29...33: return try createAndSave()
      case 34: try editor.split(vertex: generator.int(0...3))
      case 35...36: try mergeEdited()
      case 37:
        editor.splitsLines = generator.oneIn(2)
        editor.makesAssociations = generator.oneIn(2)
      default: return try setOrigin()
      }
    } catch is GeometryEditorError {
      refusals += 1
    } catch is TransactionError {
      refusals += 1
    }
    return false
  }

  private mutating func start() throws {
    let network = session.state.network
    guard let key = feature({ network.geometry(of: $0) != nil }), let id = network.feature(key)
    else {
      return
    }
    try editor.start(editing: id)
    editor.syncSourceSettings(enabling: .setFromRules)
  }

  private mutating func startCreating() throws {
    let network = session.state.network
    let table = generator.int(0...network.base.tables.count - 1)
    let source = network.base.tables[table].sourceID
      .flatMap { id in network.definition.sources.first { $0.sourceID == id } }
    let group = source?.assetGroups.randomElement(using: &generator)
    let type = group?.assetTypes.randomElement(using: &generator)
    let id = source.flatMap { source in
      group.flatMap { group in
        type.map {
          AssetTypeID(sourceID: source.sourceID, assetGroup: group.code, assetType: $0.code)
        }
      }
    }
    try editor.start(creatingIn: table, assetType: id)
    editor.syncSourceSettings(enabling: .setFromRules)
    for _ in 0..<generator.int(1...4) { try editor.place(at: place()) }
  }

  /// Puts a junction somewhere on the network, as a user does most, and saves it.
  private mutating func createAndSave() throws -> Bool {
    if editor.isStarted { try editor.cancel() }
    let network = session.state.network
    let sources = network.definition.sources.filter {
      $0.elementKind == .junction && network.table(sourceID: $0.sourceID) != nil
    }
    guard let source = sources.randomElement(using: &generator),
      let group = source.assetGroups.randomElement(using: &generator),
      let type = group.assetTypes.randomElement(using: &generator)
    else { return false }
    try editor.start(
      creating: AssetTypeID(
        sourceID: source.sourceID,
        assetGroup: group.code,
        assetType: type.code
      )
    )
    editor.syncSourceSettings(enabling: .setFromRules)
    try editor.pointerMoved(to: place())
    try editor.place()
    return try save()
  }

  private mutating func mergeEdited() throws {
    guard let end = editor.geometry?.coordinates.last else { return }
    var others: [FeatureID] = []
    let state = session.state
    state.index.features.forEachVertex(within: 0.001, of: end) {
      others.append(state.network.feature(ordinal: $0.feature))
    }
    guard let other = others.randomElement(using: &generator) else { return }
    try editor.merge(with: other)
  }

  private mutating func drag() throws {
    guard editor.geometry != nil else { return }
    try editor.select(.vertex(part: 0, vertex: generator.int(0...2)))
    try editor.beginDrag()
    for _ in 0..<3 { try editor.pointerMoved(to: place()) }
    if generator.oneIn(6) { try editor.cancelDrag() } else { try editor.place() }
  }

  /// Saves; what the editor says of it beforehand is what comes of it.
  private mutating func save() throws -> Bool {
    guard editor.isStarted else { return false }
    let (canSave, problems) = (editor.canSave, editor.problems())
    do {
      let edit = try editor.save()
      saves += 1
      #expect(canSave, "It could not be saved, and was: \(edit)")
      #expect(problems.allSatisfy { $0.severity == .warning }, "\(problems)")
      return edit.subject != .sketch
    } catch {
      #expect(!canSave, "It could be saved, and was not: \(error)")
      if error.code == .invalid { #expect(error.problems == problems) }
      #expect(error.code != .notStored, "\(error)")
      throw error
    }
  }

  private mutating func commit(_ edit: NetworkEdit) throws -> Bool {
    let transaction = NetworkTransaction("\(log.count)", [edit])
    let problems = session.problems(of: transaction)
    do {
      let commit = try session.commit(transaction)
      #expect(problems.isEmpty, "It was refused, and done: \(problems)")
      return !commit.transaction.edits.isEmpty
    } catch let error as TransactionError {
      #expect(!problems.isEmpty, "It was not refused, and not done: \(error)")
      throw error
    }
  }

  private mutating func line() -> (FeatureKey, Geometry)? {
    let network = session.state.network
    let key = feature { network.geometry(of: $0)?.type.dimension == 1 }
    guard let key, let geometry = network.feature(key).flatMap({ network.geometry(of: $0) }) else {
      return nil
    }
    return (key, geometry)
  }

  private mutating func location(on geometry: Geometry) -> Coordinate {
    if generator.oneIn(5) { return place() }
    if generator.oneIn(3), let vertex = geometry.coordinates.randomElement(using: &generator) {
      return vertex
    }
    let fraction = Double(generator.int(1...99)) / 100
    return (try? geometry.linearLocation(atFraction: fraction))?.coordinate ?? place()
  }

  private mutating func split() throws -> Bool {
    guard let (key, geometry) = line() else { return false }
    let places = (0..<generator.int(1...2)).map { _ in SplitPlace(location(on: geometry)) }
    return try commit(.splitLine(key, at: places))
  }

  private mutating func merge() throws -> Bool {
    guard let (key, geometry) = line(), let end = geometry.coordinates.last else { return false }
    let state = session.state
    var others: [FeatureID] = []
    state.index.features.forEachVertex(within: 0.001, of: end) {
      others.append(state.network.feature(ordinal: $0.feature))
    }
    let keys = others.compactMap { state.network.key(of: $0) }.filter { $0 != key }
    guard let other = keys.randomElement(using: &generator) else { return false }
    return try commit(.mergeLines(key, with: other))
  }

  private mutating func insertVertex() throws -> Bool {
    guard let (key, geometry) = line() else { return false }
    return try commit(.insertVertex(key, at: location(on: geometry)))
  }

  private mutating func delete() throws -> Bool {
    let state = session.state
    guard let key = feature({ _ in true }), let id = state.network.feature(key) else {
      return false
    }
    let deletion = state.deletion(of: id, healsLines: generator.oneIn(2))
    let problems = session.problems(of: deletion)
    do {
      try session.commit(deletion)
      #expect(problems.isEmpty)
      return true
    } catch let error as TransactionError {
      #expect(!problems.isEmpty)
      throw error
    }
  }

  private mutating func setOrigin() throws -> Bool {
    guard let key = feature({ _ in true }) else { return false }
    return try commit(.setOrigin(key, "gesture/\(log.count)"))
  }
}

@Suite("Random gestures on a session")
struct SessionGestureTests {
  private static let seeds: ClosedRange<UInt64> = 1...Extent.count(2, long: 10, full: 60)

  private func run(
    _ path: String,
    seed: UInt64,
    gestures count: Int,
    comparingEvery interval: Int
  ) async throws {
    let session = try await NetworkSession(path, lookingEvery: nil)
    var gestures = Gestures(session, seed: seed)
    var changes = 0
    for step in 0..<count {
      guard try gestures.next() else { continue }
      changes += 1
      guard changes.isMultiple(of: interval) || step > count - 20 else { continue }
      let place: Comment =
        "\(path), seed \(seed), step \(step), gestures \(gestures.log.suffix(12))"
      let anew = try NetworkState(GeoPackage.open(path).network)
      let places = (0..<4).map { _ in gestures.place() }
      let difference = StateComparison(session.state, anew: anew).difference(at: places)
      #expect(difference == nil, place)
      if difference != nil { return }
    }
    #expect(
      changes > count / 60 && gestures.saves > 0,
      "seed \(seed): \(changes), \(gestures.saves)"
    )
  }

  @Test("After each save the state is that of the file opened anew", arguments: seeds)
  func small(seed: UInt64) async throws {
    let file = try NetworkCopy(of: try GasFixture.network())
    try await run(file.path, seed: seed, gestures: 600, comparingEvery: 1)
  }

  @Test("The same on networks made at random", arguments: seeds)
  func random(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let network = try RandomConnectedNetwork(size: 40, side: 4, using: &generator).network()
    let file = try NetworkCopy(of: network)
    try await run(file.path, seed: seed, gestures: 400, comparingEvery: 2)
  }

  private static let realNetworks = SharedNetwork.all
    .filter { ["Schutterwald sample", "Net3", "IEEE 8500"].contains($0.name) }

  @Test("The same on real networks", arguments: realNetworks)
  func real(network: SharedNetwork) async throws {
    let file = try NetworkCopy(of: try network.network())
    for seed in 1...Extent.count(1, long: 2, full: 8) as ClosedRange<UInt64> {
      try await run(
        file.path,
        seed: seed,
        gestures: Extent.count(300, long: 1_000, full: 2_500),
        comparingEvery: Extent.count(40, long: 10)
      )
    }
  }
}

/// A network in a file of its own, which is gone with the value.
private final class NetworkCopy {
  private let folder: URL
  let path: String

  init(of network: UtilityNetwork) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("network.gpkg").path
    try GeoPackage.write(network, to: path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
