package import GeoSnap

/// Reads where traces start, stop and ask: `ID`, `ID#TERMINAL` and `ID@FRACTION`.
///
/// An `ID` is a global id, `row:TABLE/12`, or `origin:X` for all features of X that are part of the graph, except
/// containers and structures. All lines of X are one line that the source file had: a fraction runs
/// over its planar length, from its first end through its parts in the order of their rows, and
/// without one the place is the middle of its longest part. At the border of two parts the second
/// one counts.
package struct LocationReader {
  let topology: Topology

  private var network: EditedNetwork { topology.network }

  /// Whether a device of several terminals means all of them where none is named.
  package var takesAllTerminals = true

  package init(topology: Topology, takesAllTerminals: Bool = true) {
    self.topology = topology
    self.takesAllTerminals = takesAllTerminals
  }

  /// What stands behind an id.
  private enum Detail {
    case none
    case terminal(String)
    case fraction(Double)
  }

  // MARK: Locations

  /// The locations of several texts, each once.
  package func locations(_ texts: [String]) throws -> [TraceLocation] {
    var found: [TraceLocation] = []
    for text in texts {
      for location in try locations(text) where !found.contains(location) {
        found.append(location)
      }
    }
    return found
  }

  /// The locations that a text names: several where an origin stands for several features.
  ///
  /// - Throws: ``Failure`` that says what there is instead.
  package func locations(_ text: String) throws -> [TraceLocation] {
    let (id, detail) = try divided(text)
    let features = try features(id)
    let junctions = features.filter { !topology.nodes(of: $0).isEmpty }
    let lines = features.filter { !topology.edges(of: $0).isEmpty }
    switch detail {
    case .fraction(let fraction):
      guard !lines.isEmpty else {
        throw Failure.usage("\(text): \(id) is no line, so there is no fraction along it.")
      }
      return [location(along: lines, at: fraction)]
    case .terminal(let name):
      let found = junctions.compactMap { location($0, terminal: name) }
      guard found.isEmpty else { return found }
      if junctions.isEmpty {
        throw Failure.usage(
          "\(text): \(id) is a line, which has no terminals: name a place on it as \(id)@FRACTION."
        )
      }
      throw Failure.usage(
        "\(text): \(id) has no terminal \(name). " + terminalsSentence(junctions, id)
      )
    case .none:
      if !takesAllTerminals, let device = junctions.first(where: { terminals($0).count > 1 }) {
        throw Failure.usage(
          "\(text): say which terminal, as \(id)#TERMINAL"
            + (lines.isEmpty ? ". " : ", or which place on its line, as \(id)@FRACTION. ")
            + terminalsSentence([device], id)
        )
      }
      guard !lines.isEmpty else { return junctions.map { TraceLocation($0) } }
      let taken = longest(lines)
      tell(taken.feature, of: lines, id)
      return junctions.map { TraceLocation($0) } + [taken]
    }
  }

  /// Divides a text at `#` or `@`, unless all of it is an origin.
  private func divided(_ text: String) throws -> (id: String, Detail) {
    if text.hasPrefix("origin:"),
      !network.features(origin: String(text.dropFirst("origin:".count))).isEmpty
    {
      return (text, .none)
    }
    if let sign = text.firstIndex(of: "#") {
      let name = String(text[text.index(after: sign)...])
      guard !name.isEmpty else { throw Failure.usage("\(text): a terminal is missing after #.") }
      return (String(text[..<sign]), .terminal(name))
    }
    guard let sign = text.lastIndex(of: "@") else { return (text, .none) }
    guard let fraction = Double(text[text.index(after: sign)...]), (0...1).contains(fraction)
    else { throw Failure.usage("\(text): after @ stands a number from 0 to 1.") }
    return (String(text[..<sign]), .fraction(fraction))
  }

  // MARK: Features

  /// The features of an id that are part of the graph; of an origin those that are neither
  /// container nor structure.
  ///
  /// - Throws: ``Failure`` when there is none.
  package func features(_ id: String) throws -> [FeatureID] {
    let named = try ElementReference.read(id).resolve(in: network)
    let connected = named.filter {
      !topology.nodes(of: $0).isEmpty || !topology.edges(of: $0).isEmpty
    }
    let parts = connected.filter { !isContainerOrStructure($0) }
    if !parts.isEmpty { return parts }
    guard !connected.isEmpty else {
      let what = FeatureOutput(network: network).line(named[0])
      throw Failure.usage("\(id) is no part of the graph: it is \(what).")
    }
    return connected
  }

  private func isContainerOrStructure(_ feature: FeatureID) -> Bool {
    guard let type = network.assetTypeID(of: feature),
      let known = network.assetType(type)
    else { return true }
    if known.type.associationRole != .none { return true }
    return switch known.source.usage {
    case .assembly, .structureJunction, .structureLine, .structureBoundary,
      .structureJunctionObject, .structureEdgeObject:
      true
    default: false
    }
  }

  // MARK: Terminals

  private func terminals(_ junction: FeatureID) -> [Terminal] {
    topology.nodes(of: junction).compactMap(topology.terminal)
  }

  private func location(_ junction: FeatureID, terminal name: String) -> TraceLocation? {
    let known = terminals(junction)
    // What has no named terminals has one with the id 1.
    if known.isEmpty { return name == "1" ? TraceLocation(junction) : nil }
    let found = known.first { "\($0.id)" == name || $0.name.lowercased() == name.lowercased() }
    return found.map { TraceLocation(junction, terminalID: $0.id) }
  }

  private func terminalsSentence(_ junctions: [FeatureID], _ id: String) -> String {
    let names = junctions.flatMap(terminals).map { "\($0.id) \($0.name)" }
    return names.isEmpty
      ? "It has a single terminal, 1."
      : "Its terminals are: \(names.joined(separator: ", "))."
  }

  // MARK: Lines

  private func length(_ line: FeatureID) -> Double { network.geometry(of: line)?.length ?? 0 }

  /// The place at a share of the length of lines that follow each other.
  private func location(along lines: [FeatureID], at fraction: Double) -> TraceLocation {
    let lengths = lines.map(length)
    let total = lengths.reduce(0, +)
    // Lines without a geometry are as long as each other.
    let shares =
      total > 0 ? lengths.map { $0 / total } : lengths.map { _ in 1 / Double(lengths.count) }
    var passed = 0.0
    for (number, share) in shares.enumerated() {
      let isLast = number == shares.count - 1
      if isLast || fraction < passed + share {
        // Rounding must not keep the end from being the end.
        let along = fraction == 1 ? 1 : share > 0 ? (fraction - passed) / share : 0
        return TraceLocation(lines[number], fractionAlongEdge: min(max(along, 0), 1))
      }
      passed += share
    }
    preconditionFailure("A location needs a line")
  }

  /// Tells which piece of lines that devices divide is taken, and how others are named.
  private func tell(_ taken: FeatureID, of lines: [FeatureID], _ id: String) {
    var pieces: [ClosedRange<Double>] = []
    var own: Double?
    var passed = 0.0
    for line in lines {
      let length = length(line)
      var start = 0.0
      var longest = 0.0
      for edge in topology.edges(of: line) {
        let positions = topology.positions(ofEdge: edge)
        if isDevice(topology.ends(ofEdge: edge).from), positions.lowerBound > start {
          pieces.append(passed + start * length...passed + positions.lowerBound * length)
          start = positions.lowerBound
        }
        if line == taken, positions.upperBound - positions.lowerBound > longest {
          longest = positions.upperBound - positions.lowerBound
          own = passed + start * length
        }
      }
      pieces.append(passed + start * length...passed + length)
      passed += length
    }
    guard pieces.count > 1, passed > 0 else { return }
    let told = pieces.prefix(8).map { piece in
      "@\(plain(piece.lowerBound / passed)) to @\(plain(piece.upperBound / passed))"
        + (piece.lowerBound == own ? " (taken)" : "")
    }
    note(
      "\(id) is in \(pieces.count) pieces: \(told.joined(separator: ", "))"
        + (pieces.count > told.count ? " and so on" : "")
        + ". The one with the longest stretch is taken: for another give \(id)@FRACTION, for all give a place on each."
    )
  }

  private func isDevice(_ node: Int) -> Bool {
    topology.feature(ofNode: node).flatMap { network.assetTypeID(of: $0) }
      .flatMap { network.assetType($0)?.source.usage } == .device
  }

  /// The line that holds the longest part between two connections.
  private func longest(_ lines: [FeatureID]) -> TraceLocation {
    func longestPart(_ line: FeatureID) -> Double {
      let shares = topology.edges(of: line).map { edge in
        let positions = topology.positions(ofEdge: edge)
        return positions.upperBound - positions.lowerBound
      }
      return length(line) * (shares.max() ?? 0)
    }
    var best = lines[0]
    var bestLength = longestPart(best)
    for line in lines.dropFirst() {
      let length = longestPart(line)
      if length > bestLength { (best, bestLength) = (line, length) }
    }
    return TraceLocation(best)
  }
}
