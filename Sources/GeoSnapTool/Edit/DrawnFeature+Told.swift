import GeoSnap

extension DrawnFeature {
  /// What is told of a feature that was drawn, with what it is called when it was.
  struct Told {
    private let drawn: DrawnFeature
    private let source: String
    private let globalID: GlobalID?
    private let row: Int64?

    init(_ drawn: DrawnFeature, in network: EditedNetwork) {
      self.drawn = drawn
      source = network.base.tables[Int(drawn.feature.table)].name
      globalID = network.globalID(of: drawn.feature)
      row = network.rowID(of: drawn.feature)
    }

    var json: JSONValue {
      .object([
        "edit": .integer(drawn.edit + 1), "source": .string(source),
        "globalID": JSONValue(globalID?.description), "row": JSONValue(row.map { Int($0) }),
        "insertedVertices": .integer(drawn.insertedVertexCount),
        "splits": .integer(drawn.splitCount), "associations": .integer(drawn.associationCount),
        "terminalChoices": .array(drawn.terminalChoices.map { Self.json($0) }),
      ])
    }

    private static func json(_ choice: TerminalChoice) -> JSONValue {
      .object([
        "lineEnd": JSONValue(choice.lineEnd.map { $0 == .start ? "start" : "end" }),
        "terminals": .array(
          choice.terminals.map { .object(["id": .integer($0.id), "name": .string($0.name)]) }
        ),
        "terminal": JSONValue(choice.terminal),
      ])
    }
  }
}
