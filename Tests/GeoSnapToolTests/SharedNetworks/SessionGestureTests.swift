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
  /// The gestures, for the search for an error.
  var log: [Int] = []
  var saves = 0

  init(_ session: NetworkSession, seed: UInt64) {
    self.session = session
    generator = SeededGenerator(seed: seed)
    editor = GeometryEditor(for: session)
    editor.settings.isEnabled = true
    editor.settings.tolerance = .mapUnits(2)
    editor.chooseTerminal = \.suggestion
  }

  private var network: EditedNetwork { session.state.network }

  private mutating func feature(_ isWanted: (FeatureID) -> Bool = { _ in true }) -> FeatureID? {
    generator.feature(in: network, Array(network.base.tables.indices), where: isWanted)
  }

  mutating func place() -> Coordinate {
    let network = network
    guard let shape = feature().flatMap({ network.geometry(of: $0) }),
      let vertex = shape.coordinates.randomElement(using: &generator)
    else { return Coordinate(x: 0, y: 0) }
    let reach = [0, nil, 100, 3000][generator.int(0...3)]
    guard let reach else {
      let fraction = Double(generator.int(1...9)) / 10
      return (try? shape.linearLocation(atFraction: fraction))?.coordinate ?? vertex
    }
    return Coordinate(
      x: vertex.x + Double(generator.int(-reach...reach)) / 100,
      y: vertex.y + Double(generator.int(-reach...reach)) / 100
    )
  }

  /// One gesture; tells whether the network has changed.
  mutating func next() throws -> Bool {
    log.append(generator.int(0...39))
    do {
      switch log[log.count - 1] {
      case 0...2: try start()
      case 3: try startCreating()
      case 4...9: try editor.place(at: place())
      case 10...11: try drag()
      case 12: try editor.undo()
      case 13: try editor.redo()
      case 14: if generator.oneIn(4) { try editor.cancel() }
      case 15:
        editor.settings.isSuspended = generator.oneIn(3)
        editor.movesSharedVertices = generator.oneIn(4)
      case 16: try editor.deleteVertex(vertex: generator.int(0...3))
      case 17...20: return try save()
      case 21: return try session.undo() != nil
      case 22: return try session.redo() != nil
      case 23...26: return try changeLine()
      case 27: return try delete()
      case 28: try editor.refresh()
      case 29...33: return try createAndSave()
      case 34: try editor.split(vertex: generator.int(0...3))
      case 35...36:
        if let other = editor.geometry.flatMap({ neighbour($0) }) { try editor.merge(with: other) }
      case 37:
        editor.splitsLines = generator.oneIn(2)
        editor.makesAssociations = generator.oneIn(2)
      default:
        guard let key = feature().flatMap({ network.key(of: $0) }) else { return false }
        return try commit(.setOrigin(key, "gesture/\(log.count)"))
      }
    } catch is GeometryEditorError {
    } catch is TransactionError {}
    return false
  }

  private mutating func start() throws {
    let network = network
    guard let feature = feature({ network.geometry(of: $0) != nil }) else { return }
    try editor.start(editing: feature)
    editor.syncSourceSettings(enabling: .setFromRules)
  }

  private mutating func startCreating() throws {
    let table = generator.int(0...network.base.tables.count - 1)
    let sourceID = network.base.tables[table].sourceID
    let source = network.definition.sources.first { $0.sourceID == sourceID }
    let type = source.flatMap { generator.assetType(of: $0) }
    try editor.start(creatingIn: table, assetType: type)
    editor.syncSourceSettings(enabling: .setFromRules)
    for _ in 0..<generator.int(1...4) { try editor.place(at: place()) }
  }

  /// Puts a junction somewhere on the network, as a user does most, and saves it.
  private mutating func createAndSave() throws -> Bool {
    if editor.isStarted { try editor.cancel() }
    let sources = network.definition.sources.filter {
      $0.elementKind == .junction && network.table(sourceID: $0.sourceID) != nil
    }
    guard let source = sources.randomElement(using: &generator),
      let type = generator.assetType(of: source)
    else { return false }
    try editor.start(creating: type)
    editor.syncSourceSettings(enabling: .setFromRules)
    try editor.pointerMoved(to: place())
    try editor.place()
    return try save()
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
      #expect(error.code != .invalid || error.problems == problems)
      #expect(error.code != .notStored, "\(error)")
      throw error
    }
  }

  private func commit(_ edit: NetworkEdit) throws -> Bool {
    try commit(NetworkTransaction("\(log.count)", [edit]))
  }

  /// Commits; what the session says of it beforehand is what comes of it.
  private func commit(_ transaction: NetworkTransaction) throws -> Bool {
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

  private mutating func delete() throws -> Bool {
    guard let feature = feature(), network.key(of: feature) != nil else { return false }
    return try commit(session.state.deletion(of: feature, healsLines: generator.oneIn(2)))
  }

  /// Splits a line, merges it with another, or gives it a vertex.
  private mutating func changeLine() throws -> Bool {
    let network = network
    guard let line = feature({ network.geometry(of: $0)?.type.dimension == 1 }),
      let key = network.key(of: line), let geometry = network.geometry(of: line)
    else { return false }
    switch generator.int(0...3) {
    case 0...1:
      let places = (0..<generator.int(1...2)).map { _ in SplitPlace(location(on: geometry)) }
      return try commit(.splitLine(key, at: places))
    case 2:
      guard let other = neighbour(geometry, but: line).flatMap({ network.key(of: $0) }) else {
        return false
      }
      return try commit(.mergeLines(key, with: other))
    default: return try commit(.insertVertex(key, at: location(on: geometry)))
    }
  }

  private mutating func location(on geometry: Geometry) -> Coordinate {
    if generator.oneIn(5) { return place() }
    if generator.oneIn(3), let vertex = geometry.coordinates.randomElement(using: &generator) {
      return vertex
    }
    let fraction = Double(generator.int(1...99)) / 100
    return (try? geometry.linearLocation(atFraction: fraction))?.coordinate ?? place()
  }

  /// A feature with a vertex at the end of a line.
  private mutating func neighbour(_ line: Geometry, but own: FeatureID? = nil) -> FeatureID? {
    guard let end = line.coordinates.last else { return nil }
    var others: [FeatureID] = []
    session.state.index.features.forEachVertex(within: 0.001, of: end) {
      others.append(network.feature(ordinal: $0.feature))
    }
    return others.filter { $0 != own }.randomElement(using: &generator)
  }
}

@Suite("Random gestures on a session")
struct SessionGestureTests {
  private static let seeds: ClosedRange<UInt64> = 1...Extent.count(2, long: 10, full: 60)

  private func run(
    _ network: UtilityNetwork,
    seed: UInt64,
    gestures count: Int,
    comparingEvery interval: Int
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("network.gpkg").path
    try GeoPackage.write(network, to: path)
    let session = try await NetworkSession(path, lookingEvery: nil)
    var gestures = Gestures(session, seed: seed)
    var changes = 0
    for step in 0..<count {
      guard try gestures.next() else { continue }
      changes += 1
      guard changes.isMultiple(of: interval) || step > count - 20 else { continue }
      let anew = try NetworkState(GeoPackage.open(path).network)
      let places = (0..<4).map { _ in gestures.place() }
      let difference = StateComparison(session.state, anew: anew).difference(at: places)
      try #require(
        difference == nil,
        "seed \(seed), step \(step), gestures \(gestures.log.suffix(12))"
      )
    }
    #expect(changes > count / 60 && gestures.saves > 0, "seed \(seed): \(changes) changes")
  }

  @Test("After each save the state is that of the file opened anew", arguments: seeds)
  func small(seed: UInt64) async throws {
    try await run(GasFixture.network(), seed: seed, gestures: 600, comparingEvery: 1)
  }

  @Test("The same on networks made at random", arguments: seeds)
  func random(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let network = try RandomConnectedNetwork(size: 40, side: 4, using: &generator).network()
    try await run(network, seed: seed, gestures: 400, comparingEvery: 2)
  }

  @Test(
    "The same on real networks",
    arguments: SharedNetwork.all
      .filter { ["Schutterwald sample", "Net3", "IEEE 8500"].contains($0.name) }
  )
  func real(shared: SharedNetwork) async throws {
    let network = try shared.network()
    let (count, interval) = (
      Extent.count(300, long: 1_000, full: 2_500), Extent.count(40, long: 10)
    )
    for seed in 1...Extent.count(1, long: 2, full: 8) as ClosedRange<UInt64> {
      try await run(network, seed: seed, gestures: count, comparingEvery: interval)
    }
  }
}
