import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapStore

struct TransactionFile {
  let transactions: [FileTransaction]
  let isList: Bool

  static func data(_ path: String) throws -> Data {
    let data = Data(path == "-" ? try InputFile.standardInput() : try InputFile.bytes(path))
    if let (line, message) = JSONDocument.syntaxProblem(in: [UInt8](data)) {
      throw failure(path, line, message)
    }
    return data
  }

  static func drawing(
    _ path: String,
    at place: Coordinate,
    in network: EditedNetwork
  ) throws -> Data {
    let id = try network.definition.assetType(argument: path)
    guard let type = network.assetType(id) else {
      throw Failure.usage("There is no asset type \(path).")
    }
    return try JSONEncoder().encode(
      JSONValue.object([
        "name": .string("Create \(type.group.name) / \(type.type.name)"),
        "edits": .array([
          .object([
            "draw": .string(type.source.name), "assetGroup": .integer(id.assetGroup),
            "assetType": .integer(id.assetType),
            "geometry": .string("POINT (\(place.x) \(place.y))"),
          ])
        ]),
      ])
    )
  }

  init(_ data: Data, from path: String, in network: EditedNetwork) throws {
    isList = data.first { !" \t\r\n\u{FEFF}".utf8.contains($0) } == UInt8(ascii: "[")
    do {
      let decoder = JSONDecoder()
      if let key = FeatureNaming.userInfoKey {
        decoder.userInfo[key] = FeatureNaming { name in
          try ElementReference.read(name).key(in: network)
        }
      }
      transactions =
        isList
        ? try decoder.decode([FileTransaction].self, from: data)
        : [try decoder.decode(FileTransaction.self, from: data)]
    } catch {
      let line = JSONDocument.line(of: DecodingExplanation.path(of: error), in: [UInt8](data))
      throw Self.failure(path, line, DecodingExplanation.of(error))
    }
    guard !transactions.isEmpty else {
      throw Self.failure(path, 1, "The list is empty: it has no transaction.")
    }
    if let index = transactions.firstIndex(where: \.edits.isEmpty) {
      let place = isList ? "[\(index)].edits" : "edits"
      let line = JSONDocument.line(of: isList ? "$\(place)" : "$.\(place)", in: [UInt8](data))
      throw Self.failure(path, line, "at \(place): A transaction needs at least one edit.")
    }
  }

  private static func failure(_ path: String, _ line: Int?, _ message: String) -> Failure {
    let path = InputFile.name(path)
    let place = line.map { "\(path):\($0)" } ?? path
    return Failure.badData(
      "\(place): \(message) See Documentation/Editing-JSON.md.",
      file: path,
      line: line
    )
  }
}

struct FileTransaction: Decodable {
  /// A transaction of plain edits, with the features that were drawn.
  typealias Written = (transaction: NetworkTransaction, drawn: [DrawnSummary])

  let name: String
  let edits: [FileEdit]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    try container.refuseKeys(except: ["name", "edits"])
    name = try container.decodeIfPresent(String.self, forKey: "name") ?? ""
    edits = try container.decode([FileEdit].self, forKey: "edits")
  }

  /// The transaction; nil where one of its edits depends on the network.
  var plain: NetworkTransaction? {
    let plain = edits.compactMap { if case .plain(let edit) = $0 { edit } else { nil } }
    return plain.count == edits.count ? NetworkTransaction(name, plain) : nil
  }

  /// Replaces edits that draw by plain edits, on a state.
  ///
  /// Edits between them are tried together; those after the last one are only checked by the commit. Throws
  /// `TransactionError`, whose edits are counted as in the file.
  func written(
    on state: NetworkState,
    checks: [any NetworkCommitCheck],
    allowsUnconnected: Bool
  ) throws(TransactionError) -> Written {
    if let plain { return (plain, []) }
    var draft = NetworkDraft(
      state,
      name: name,
      checks: checks,
      allowsUnconnected: allowsUnconnected
    )
    var drawn: [DrawnSummary] = []
    var waiting: [NetworkEdit] = []
    for edit in edits {
      if case .plain(let edit) = edit {
        waiting.append(edit)
        continue
      }
      if !waiting.isEmpty { try draft.add(waiting) }
      waiting = []
      if let feature = try edit.draw(in: &draft) {
        drawn.append(DrawnSummary(feature, in: draft.state.network))
      }
    }
    var transaction = draft.transaction
    transaction.edits += waiting
    transaction.numbering?.numbers += edits.indices.suffix(waiting.count)
    return (transaction, drawn)
  }
}

enum FileEdit: Decodable {
  /// An edit that does not depend on the network.
  case plain(NetworkEdit)
  /// A new feature, which the editor joins to existing features.
  case draw(NewFeature, table: String, splitsLines: Bool)
  /// A new shape of a feature, which the editor joins to existing features.
  case redraw(FeatureKey, Geometry, movesSharedVertices: Bool, splitsLines: Bool)
  /// A deletion, after which lines may be merged.
  case delete(FeatureKey, healsLines: Bool)

  private static let verbs = ["draw", "redraw"] + NetworkEdit.verbs

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    let found = Self.verbs.filter { container.contains(AnyKey($0)) }
    guard found.count == 1, let verb = found.first else {
      let names = Words.names(Self.verbs)
      throw decoder.wrong("An edit must have exactly one of the keys \(names).")
    }
    switch verb {
    case "draw":
      try container.refuseKeys(except: NewFeature.keys + [verb, "splitsLines"])
      _ = try container.shape()
      self = .draw(
        try NewFeature(container),
        table: try container.decode(String.self, forKey: AnyKey(verb)),
        splitsLines: try container.switched("splitsLines", otherwise: true)
      )
    case "redraw":
      try container.refuseKeys(except: [verb, "geometry", "movesSharedVertices", "splitsLines"])
      self = .redraw(
        try container.decode(FeatureKey.self, forKey: AnyKey(verb)),
        try container.shape(),
        movesSharedVertices: try container.switched("movesSharedVertices", otherwise: false),
        splitsLines: try container.switched("splitsLines", otherwise: true)
      )
    case "delete" where container.contains("healsLines"):
      try container.refuseKeys(except: [verb, "healsLines"])
      self = .delete(
        try container.decode(FeatureKey.self, forKey: AnyKey(verb)),
        healsLines: try container.switched("healsLines", otherwise: false)
      )
    default: self = .plain(try NetworkEdit(from: decoder))
    }
  }

  /// Does the edit in a draft and returns the drawn feature; does nothing for a plain edit.
  func draw(in draft: inout NetworkDraft) throws(TransactionError) -> DrawnFeature? {
    switch self {
    case .plain: return nil
    case .draw(let feature, let table, let splitsLines):
      return try draft.draw(feature, in: table, splitsLines: splitsLines)
    case .redraw(let key, let geometry, let movesSharedVertices, let splitsLines):
      return try draft.redraw(
        key,
        as: geometry,
        movesSharedVertices: movesSharedVertices,
        splitsLines: splitsLines
      )
    case .delete(let key, let healsLines):
      try draft.delete(key, healsLines: healsLines)
      return nil
    }
  }
}

extension KeyedDecodingContainer<AnyKey> {
  fileprivate func shape() throws -> Geometry {
    guard let geometry = try geometry("geometry") else {
      throw wrong("geometry", "A feature to draw needs a geometry: give it as well-known text.")
    }
    return geometry
  }

  fileprivate func switched(_ name: String, otherwise value: Bool) throws -> Bool {
    try decodeIfPresent(Bool.self, forKey: AnyKey(name)) ?? value
  }
}
