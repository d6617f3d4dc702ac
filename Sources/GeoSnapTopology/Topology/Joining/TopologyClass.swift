/// The properties of an asset type that the topology needs.
package struct TopologyClass: Sendable {
  package enum Part: UInt8, Sendable {
    /// No role: containers, boundaries, subnetwork lines.
    case none
    /// A junction at a point, which joins features at the same place.
    case point
    /// A junction without geometry, joined by associations.
    case object
    /// A line, which joins at its vertices.
    case line
    /// An edge without geometry, joined by associations.
    case edgeObject

    package var isJunction: Bool { self == .point || self == .object }
    package var isEdge: Bool { self == .line || self == .edgeObject }
  }

  package let part: Part
  package let domain: Int32
  /// The terminals; empty for a single one without a name.
  package let terminals: [Terminal]
  /// Whether others may connect at the inner vertices of a line.
  package let connectsAtVertices: Bool
  package let paths: TerminalPaths?

  package var terminalCount: Int32 { Int32(max(terminals.count, 1)) }

  init(_ entry: AssetTypeCatalog.Entry, domain: Int32, in definition: NetworkDefinition) {
    self.domain = domain
    part = TopologyClass.part(of: entry.source.usage)
    let isJunction = part.isJunction
    let configuration = entry.type.terminalConfigurationID
      .flatMap { definition.terminalConfiguration(id: $0) }
    terminals = isJunction ? configuration?.terminals ?? [] : []
    paths = isJunction ? configuration.map(TerminalPaths.init) : nil
    connectsAtVertices = part == .line && entry.type.connectivityPolicy == .anyVertex
  }

  package static func part(of usage: NetworkSourceUsage) -> Part {
    switch usage {
    case .device, .junction, .structureJunction: .point
    case .junctionObject, .structureJunctionObject: .object
    case .line, .structureLine: .line
    case .edgeObject, .structureEdgeObject: .edgeObject
    case .assembly, .subnetLine, .structureBoundary: .none
    }
  }

  func terminal(id: Int) -> Int32? {
    if terminals.isEmpty { return id == 1 ? 0 : nil }
    return terminals.firstIndex { $0.id == id }.map { Int32($0) }
  }
}

/// The paths through a junction with several terminals, for each set of paths.
@usableFromInline
package struct TerminalPaths: Sendable {
  /// A pair of terminals, the one with the lower number first.
  struct Pair: Equatable, Sendable {
    let first: Int32
    let second: Int32
  }

  /// The directions in which the commodity may pass between the terminals of a pair.
  @usableFromInline
  package struct Passage: OptionSet, BitwiseCopyable, Sendable {
    @usableFromInline package let rawValue: UInt8

    @usableFromInline package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// From the first terminal to the second.
    package static let forth = Passage(rawValue: 1)
    /// From the second terminal to the first.
    package static let back = Passage(rawValue: 2)
    /// The set of paths has the pair, in any direction: two terminals on the downstream side of a directional device
    /// are joined, though nothing flows from one to the other.
    package static let joined = Passage(rawValue: 4)
  }

  /// All pairs of terminals, in order.
  let pairs: [Pair]
  /// The passages of all pairs for each set of paths, by its name in lower case and by its id.
  private let passages: [String: [Passage]]
  private let standard: [Passage]

  init(_ configuration: TerminalConfiguration) {
    let count = Int32(configuration.terminals.count)
    let pairs = (0..<count).flatMap { first in
      (first + 1..<max(count, first + 1)).map { Pair(first: first, second: $0) }
    }
    var passages: [String: [Passage]] = [:]
    for path in configuration.validPaths {
      let passage = TerminalPaths.passages(of: path.description, pairs, configuration)
      for name in [path.name.lowercased(), "\(path.id)"] where passages[name] == nil {
        passages[name] = passage
      }
    }
    self.pairs = pairs
    self.passages = passages
    standard =
      passages[configuration.defaultPath.lowercased()]
      ?? TerminalPaths.passages(of: configuration.defaultPath, pairs, configuration)
  }

  /// The passages of all pairs for a set of paths, by name or id, by default that of new features; nil when there is none.
  package func passages(setTo name: String?) -> [Passage]? {
    guard let name, !name.isEmpty else { return standard }
    return passages[name.lowercased()]
  }

  private static func passages(
    of description: String,
    _ pairs: [Pair],
    _ configuration: TerminalConfiguration
  ) -> [Passage] {
    let words = description.lowercased()
    return pairs.map { pair in
      let ends = [pair.first, pair.second].map { configuration.terminals[Int($0)] }
      let isAllowed: Bool
      switch words {
      case "all": isAllowed = true
      case "none": isAllowed = false
      default: isAllowed = names(ends, in: words)
      }
      guard isAllowed else { return [] }
      guard configuration.isDirectional else { return [.joined, .forth, .back] }
      switch (ends[0].isUpstream, ends[1].isUpstream) {
      case (true, false): return [.joined, .forth]
      case (false, true): return [.joined, .back]
      default: return .joined
      }
    }
  }

  /// Whether a list such as `A-B, B-C` has the pair, in either order, by names or ids.
  private static func names(_ ends: [Terminal], in list: String) -> Bool {
    let calls = ends.map { [$0.name.lowercased(), "\($0.id)"] }
    return list.split(whereSeparator: { $0 == "," || $0 == ";" }).contains { entry in
      let pair = String(entry).trimmingSpaces
      return calls[0].contains { first in
        calls[1].contains { second in pair == "\(first)-\(second)" || pair == "\(second)-\(first)" }
      }
    }
  }
}
