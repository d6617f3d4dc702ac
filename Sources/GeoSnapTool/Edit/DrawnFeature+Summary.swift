import GeoSnap

extension DrawnFeature {
  /// The output for a feature that was drawn, with its names at that time.
  struct DrawnSummary {
    private let drawn: DrawnFeature
    private let source: String
    private let globalID: GlobalID?
    private let row: Int64?
    /// The number of features joined with it after the commit; nil for features that are not joined by place.
    private var joinedCount: Int?

    init(_ drawn: DrawnFeature, in network: EditedNetwork) {
      self.drawn = drawn
      source = network.base.tables[Int(drawn.feature.table)].name
      globalID = network.globalID(of: drawn.feature)
      row = network.rowID(of: drawn.feature)
    }

    /// Counts the features joined with it after the commit.
    mutating func look(in state: NetworkState) {
      guard let feature = globalID.flatMap(state.network.feature(globalID:)),
        let usage = state.network.assetTypeID(of: feature)
          .flatMap({ state.network.assetType($0) })?.source.usage,
        [.device, .junction, .line].contains(usage)
      else { return }
      var joined = state.topology.joined(with: feature)
      for association in state.network.associations(of: feature)
      where association.kind.isConnectivity {
        let ends = [association.from.globalID, association.to.globalID]
        joined.formUnion(ends.compactMap(state.network.feature(globalID:)))
      }
      joined.remove(feature)
      joinedCount = joined.count
    }

    /// The feature, if nothing is joined with it.
    func loose(in network: EditedNetwork) -> FeatureID? {
      joinedCount == 0 ? globalID.flatMap(network.feature(globalID:)) : nil
    }

    var json: JSONValue {
      .object([
        "edit": .integer(drawn.edit + 1), "source": .string(source),
        "globalID": JSONValue(globalID?.description), "row": JSONValue(row.map { Int($0) }),
        "insertedVertices": .integer(drawn.insertedVertexCount),
        "splits": .integer(drawn.splitCount), "joined": JSONValue(joinedCount),
        "associations": .integer(drawn.associationCount),
        "terminalChoices": .array(drawn.terminalChoices.map { Self.json($0) }),
      ])
    }

    private static func json(_ choice: TerminalChoice) -> JSONValue {
      .object([
        "lineEnd": JSONValue(choice.lineEnd.map { $0 == .start ? "start" : "end" }),
        "terminals": GeoSnapTool.json(choice.terminals),
        "terminal": JSONValue(choice.terminal),
      ])
    }
  }
}
