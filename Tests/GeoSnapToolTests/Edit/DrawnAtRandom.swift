import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// Random drawings with an editor of a session, each with the equivalent input of `geosnap edit`.
struct DrawnAtRandom {
  /// One drawing: the edit, and the problems where it is refused.
  struct Step {
    let edit: String
    let problems: [EditProblem]
    /// What the edit was written out as by the session; nil where it is refused.
    let isDone: Bool
  }

  private struct NothingToDo: Error {}

  let session: NetworkSession
  private let editor: GeometryEditor
  private var generator: SeededGenerator
  private let tolerance: Double

  init(_ session: NetworkSession, seed: UInt64) {
    self.session = session
    generator = SeededGenerator(seed: seed)
    editor = GeometryEditor(for: session)
    editor.chooseTerminal = \.suggestion
    editor.settings.isEnabled = true
    editor.settings.snapsToGeometryGuides = false
    editor.settings.kinds = .standard.union(SnapKinds(kinds: [.intersection]))
    tolerance = session.state.network.base.coincidenceTolerance.xy
    editor.settings.tolerance = .mapUnits(tolerance)
  }

  mutating func next() throws -> Step {
    while true {
      do {
        switch generator.int(0...9) {
        case 0...4: return try draw()
        case 5...8: return try redraw()
        default: return try delete()
        }
      } catch is NothingToDo {
        if editor.isStarted { try editor.cancel() }
      }
    }
  }

  private mutating func feature(_ isWanted: (FeatureID) -> Bool) throws -> FeatureID {
    let network = session.state.network
    for _ in 0..<50 {
      let table = generator.int(0...network.base.tables.count - 1)
      let rows = network.rowCount(table: table)
      guard rows > 0 else { continue }
      let feature = FeatureID(table: table, row: generator.int(0...rows - 1))
      if network.contains(feature), isWanted(feature) { return feature }
    }
    throw NothingToDo()
  }

  private mutating func place() throws -> Coordinate {
    let network = session.state.network
    let other = try feature { network.geometry(of: $0) != nil }
    guard let geometry = network.geometry(of: other),
      let vertex = geometry.coordinates.randomElement(using: &generator)
    else { throw NothingToDo() }
    switch generator.int(0...4) {
    case 0, 1: return vertex
    case 2, 3:
      let fraction = Double(generator.int(1...9)) / 10
      return (try? geometry.linearLocation(atFraction: fraction))?.coordinate ?? vertex
    default:
      let offset = Double(generator.int(-400...400)) / 16
      return Coordinate(x: vertex.x + offset, y: vertex.y - offset / 2)
    }
  }

  /// Between the ends of a line of the same domain as something else.
  private mutating func place(onLineBeside other: FeatureID) throws -> Coordinate {
    let network = session.state.network
    let domain = Self.domain(of: other, in: network)
    let line = try feature {
      network.geometry(of: $0)?.type.dimension == 1 && Self.domain(of: $0, in: network) == domain
    }
    let fraction = Double(generator.int(1...9)) / 10
    let geometry = network.geometry(of: line)
    guard let place = try geometry?.linearLocation(atFraction: fraction)?.coordinate else {
      throw NothingToDo()
    }
    return place
  }

  private static func domain(of feature: FeatureID, in network: EditedNetwork) -> String? {
    let source = network.assetTypeID(of: feature).flatMap { network.assetType($0)?.source.name }
    return source.map { String($0.prefix(4)) }
  }

  /// How a file names a feature: one whose global id was made, and is another in another file, by its row.
  private func key(_ feature: FeatureID) throws -> FeatureKey {
    let network = session.state.network
    let table = network.base.tables[Int(feature.table)]
    if Int(feature.row) < table.count, let key = network.key(of: feature) { return key }
    guard let row = network.rowID(of: feature) else { throw NothingToDo() }
    return .row(table: table.name, rowID: row)
  }

  /// Puts what follows the pointer at a place that it snaps to itself.
  private mutating func put(_ given: Coordinate? = nil) throws {
    var place = try given ?? place()
    for _ in 0..<4 {
      guard let match = try editor.pointerMoved(to: place), match.place.location != place else {
        break
      }
      place = match.place.location
    }
    try editor.place()
  }

  private mutating func draw() throws -> Step {
    let network = session.state.network
    let isOnLine = generator.oneIn(2)
    let like = try feature {
      guard let geometry = network.geometry(of: $0) else { return false }
      return !isOnLine || geometry.type.dimension == 0
    }
    let table = Int(like.table)
    let type = network.assetTypeID(of: like)
    let splits = generator.oneIn(2)
    editor.splitsLines = splits
    editor.movesSharedVertices = false
    var attributes: [String: AttributeValue] = [:]
    if network.base.tables[table].field(named: "NAME") != nil {
      attributes["NAME"] = .text("drawn \(generator.int(0...99))")
    }
    try editor.start(creatingIn: table, assetType: type, attributes: attributes)
    editor.syncSourceSettings(enabling: .setFromRules)
    switch network.base.tables[table].geometryType {
    case .point, .multiPoint: try put(isOnLine ? place(onLineBeside: like) : nil)
    case .lineString, .multiLineString: for _ in 0..<generator.int(2...3) { try put() }
    default:
      let corner = try place()
      try editor.addPart([
        corner, Coordinate(x: corner.x + 9, y: corner.y), Coordinate(x: corner.x, y: corner.y + 7),
      ])
    }
    let codes =
      type.map { #", "assetGroup": \#($0.assetGroup), "assetType": \#($0.assetType)"# } ?? ""
    let id = generator.oneIn(3) ? #", "globalID": "\#(GlobalID.random())""# : ""
    let values = attributes.map { #""\#($0)": \#($1.quoted)"# }.joined(separator: ", ")
    let shape = try #require(editor.geometry)
    return try saved(
      #"{"draw": "\#(network.base.tables[table].name)"\#(codes)\#(id), "attributes": {\#(values)}, "#
        + #""geometry": "\#(shape.wkt)", "splitsLines": \#(splits)}"#
    )
  }

  private mutating func redraw() throws -> Step {
    let network = session.state.network
    let feature = try feature { feature in
      guard let geometry = network.geometry(of: feature) else { return false }
      let places = Array(geometry.coordinates)
      // Of vertices that follow each other at one place one cannot tell which of them was meant.
      return !zip(places, places.dropFirst()).contains { $0 == $1 }
    }
    let key = try key(feature)
    let (splits, moves) = (generator.oneIn(2), generator.oneIn(2))
    editor.splitsLines = splits
    editor.movesSharedVertices = moves
    try editor.start(editing: feature)
    editor.syncSourceSettings(enabling: .setFromRules)
    let count = editor.parts[0].count
    let vertex = generator.int(0...count - 1)
    if editor.parts[0].count > 3, generator.oneIn(4) {
      try editor.deleteVertex(vertex: vertex)
    } else if count > 1, vertex < count - 1, generator.oneIn(3) {
      try editor.select(.midvertex(part: 0, segment: vertex))
      try put()
    } else {
      try editor.select(.vertex(part: 0, vertex: vertex))
      try editor.beginDrag()
      try put()
    }
    guard let shape = editor.geometry, shape != network.geometry(of: feature) else {
      throw NothingToDo()
    }
    return try saved(
      #"{"redraw": \#(key.quoted), "geometry": "\#(shape.wkt)", "movesSharedVertices": \#(moves), "#
        + #""splitsLines": \#(splits)}"#
    )
  }

  private mutating func delete() throws -> Step {
    let state = session.state
    let feature = try feature { state.network.geometry(of: $0)?.type.dimension == 0 }
    let key = try key(feature)
    let heals = generator.oneIn(2)
    let edit = #"{"delete": \#(key.quoted), "healsLines": \#(heals)}"#
    do {
      try session.commit(state.deletion(of: feature, healsLines: heals))
      return Step(edit: edit, problems: [], isDone: true)
    } catch let error as TransactionError {
      return Step(edit: edit, problems: error.problems.map { EditProblem($0) }, isDone: false)
    }
  }

  private func saved(_ edit: String) throws -> Step {
    do throws(GeometryEditorError) {
      try editor.save()
      return Step(edit: edit, problems: [], isDone: true)
    } catch {
      let problems = error.problems.filter { $0.severity == .error }
      #expect(!problems.isEmpty, "\(error)")
      try editor.cancel()
      return Step(edit: edit, problems: problems, isDone: false)
    }
  }
}

extension AttributeValue {
  fileprivate var quoted: String {
    if case .text(let text) = self { #""\#(text)""# } else { "null" }
  }
}

extension FeatureKey {
  var quoted: String {
    switch self {
    case .globalID(let id): #""\#(id)""#
    case .row(let table, let row): #"{"table": "\#(table)", "row": \#(row)}"#
    }
  }
}
