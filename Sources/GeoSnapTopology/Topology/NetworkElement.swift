/// A feature as part of the network: at one of its terminals, or a stretch of it.
///
/// Traces start at elements and return them.
public struct NetworkElement: Hashable, Sendable {
  /// The feature.
  public let feature: FeatureID
  /// The feature's global id.
  public let globalID: GlobalID
  /// The feature's asset type.
  public let assetType: AssetTypeID
  /// The terminal of a junction; nil for edges, for junctions without named terminals, and for all terminals
  /// together.
  public var terminal: Terminal?
  /// The stretch of an edge, from 0 at its start to 1 at its end; nil for junctions.
  public var positions: ClosedRange<Double>?

  package init(
    feature: FeatureID,
    globalID: GlobalID,
    assetType: AssetTypeID,
    terminal: Terminal? = nil,
    positions: ClosedRange<Double>? = nil
  ) {
    self.feature = feature
    self.globalID = globalID
    self.assetType = assetType
    self.terminal = terminal
    self.positions = positions
  }
}

/// The reason why an element cannot be made.
public struct NetworkElementError: MessageError, Equatable, Sendable {
  /// The kind of error.
  public enum Code: String, Hashable, Sendable {
    /// The feature is in a plain table, or of an unknown asset type.
    case notInNetwork
    /// There is no feature with the global id.
    case unknownFeature
    /// The feature is of another asset type.
    case otherAssetType
    /// The feature has no such terminal.
    case unknownTerminal
  }

  /// The kind of error.
  public let code: Code
  /// The error as a sentence.
  public let message: String

  /// The rule behind the code.
  public var failureReason: String? {
    switch code {
    case .notInNetwork: "The feature is not part of the network topology."
    case .unknownFeature: "The network has no feature with this global id."
    case .otherAssetType: "The feature is of another asset type."
    case .unknownTerminal: "The feature has no such terminal."
    }
  }

  /// The way to correct it.
  public var recoverySuggestion: String? {
    switch code {
    case .notInNetwork: "Choose a feature of a network source with a known asset type."
    case .unknownFeature: "Check the id; the feature may have been deleted."
    case .otherAssetType: "Name the asset type that the feature has."
    case .unknownTerminal: "Use one of the terminals of its asset type."
    }
  }
}

extension UtilityNetwork {
  /// The element of a feature; `terminal` is the terminal's id, nil for the only one or for all of several.
  ///
  /// - Throws: ``NetworkElementError`` when the feature is not part of the network, or has no such terminal.
  public func makeElement(
    feature: FeatureID,
    terminal: Int? = nil
  ) throws(NetworkElementError) -> NetworkElement {
    guard contains(feature) else {
      throw NetworkElementError(
        code: .notInNetwork,
        message: "The network has no feature in row \(feature.row) of table \(feature.table)."
      )
    }
    let table = tables[Int(feature.table)]
    guard let assetType = table.assetTypeID(of: Int(feature.row)),
      let known = self.assetType(assetType), let globalID = table.globalIDs[Int(feature.row)]
    else {
      throw NetworkElementError(
        code: .notInNetwork,
        message:
          "Row \(table.rowIDs[Int(feature.row)]) of \(table.name) is not part of the network topology."
      )
    }
    let isEdge = known.source.elementKind == .edge
    var chosen: Terminal?
    if let terminal {
      let terminals = self.terminals(of: known.type)
      chosen = terminals.first { $0.id == terminal }
      guard chosen != nil || (terminals.isEmpty && terminal == 1 && !isEdge) else {
        let names = terminals.isEmpty ? ["1"] : terminals.map { "\($0.id) \($0.name)" }
        throw NetworkElementError(
          code: .unknownTerminal,
          message: isEdge
            ? "Features of \(known.source.name) have no terminals."
            : "\(known.type.name) \(globalID) has no terminal \(terminal). "
              + Words.known("terminal", names)
        )
      }
    }
    return NetworkElement(
      feature: feature,
      globalID: globalID,
      assetType: assetType,
      terminal: chosen,
      positions: isEdge ? 0...1 : nil
    )
  }

  /// The element of the feature with a global id; `terminal` is the terminal's id, nil for the only one or for all of
  /// several.
  ///
  /// - Throws: ``NetworkElementError`` when there is no such feature, or it is of another asset type or has no such
  ///   terminal.
  public func makeElement(
    assetType: AssetTypeID,
    globalID: GlobalID,
    terminal: Int? = nil
  ) throws(NetworkElementError) -> NetworkElement {
    guard let feature = feature(globalID: globalID) else {
      throw NetworkElementError(code: .unknownFeature, message: "There is no feature \(globalID).")
    }
    let element = try makeElement(feature: feature, terminal: terminal)
    guard element.assetType == assetType else {
      let known = self.assetType(of: feature)
      throw NetworkElementError(
        code: .otherAssetType,
        message: "Feature \(globalID) is of asset type \(known?.type.name ?? "none"), not of "
          + "\(self.assetType(assetType)?.type.name ?? "\(assetType)")."
      )
    }
    return element
  }
}

extension NetworkReading {
  /// The text for an element, such as `Switch / Load Break, S 3 (ElectricDevice, switch/3) at Bus Side`.
  ///
  /// After the feature comes its terminal or, for a line, the stretch unless it is the whole line.
  public func describe(_ element: NetworkElement) -> String {
    var words = describe(element.feature)
    if let terminal = element.terminal { words += " at \(terminal.name)" }
    if let positions = element.positions, positions != 0...1 {
      words +=
        " from \(Words.number(positions.lowerBound)) to \(Words.number(positions.upperBound))"
    }
    return words
  }
}
