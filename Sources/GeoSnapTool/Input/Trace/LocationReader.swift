package import GeoSnap

/// Reads locations of traces: `ID`, `ID#TERMINAL` and `ID@FRACTION`.
///
/// An `ID` is a global id, `row:TABLE/12`, or `origin:X` for all features of X that are part of the graph, except
/// containers and structures. All lines of X are one line of the source file, a ``LineChain``: a fraction refers to
/// its planar length from its first end, and without a fraction the place is the middle of its longest part. At the
/// border of two parts the second one counts.
package struct LocationReader {
  let topology: Topology
  var tell: (String) -> Void = note

  private var network: EditedNetwork { topology.network }

  /// Whether a device with several terminals means all of them where none is named.
  var takesAllTerminals = true

  package init(topology: Topology) { self.topology = topology }

  private enum Detail {
    case none
    case terminal(String)
    case fraction(Double)
  }

  package func locations(_ texts: [String]) throws -> [TraceLocation] {
    try texts.flatMap { try locations($0) }.unique
  }

  /// The locations that a text names: several where an origin stands for several features; throws ``Failure`` with
  /// the alternatives.
  package func locations(_ text: String) throws -> [TraceLocation] {
    let (id, detail) = try divided(text)
    let features = try features(id)
    let junctions = features.filter { !topology.nodes(of: $0).isEmpty }
    let lines = features.filter { !topology.edges(of: $0).isEmpty }
    switch detail {
    case .fraction(let fraction):
      guard !lines.isEmpty else {
        throw Failure.usage("\(text): \(id) is not a line, so there is no fraction along it.")
      }
      guard let chain = LineChain(lines, in: network) else {
        throw Failure.usage(
          "\(text): The \(lines.count) lines of \(id) do not follow each other as one line, so there is no "
            + "fraction along all of them: name one, as \(network.rowReference(lines[0]))@\(plain(fraction))."
        )
      }
      let place = chain.place(at: fraction)
      return [TraceLocation(lines[place.index], fractionAlongEdge: place.fraction)]
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
          "\(text): Say which terminal, as \(id)#TERMINAL"
            + (lines.isEmpty ? ". " : ", or which place on its line, as \(id)@FRACTION. ")
            + terminalsSentence([device], id)
        )
      }
      guard !lines.isEmpty else { return junctions.map { TraceLocation($0) } }
      let taken = longest(lines)
      tellPieces(taken, of: lines, id)
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
      guard !name.isEmpty else { throw Failure.usage("\(text): A terminal is missing after #.") }
      return (String(text[..<sign]), .terminal(name))
    }
    guard let sign = text.lastIndex(of: "@") else { return (text, .none) }
    guard let fraction = Double(text[text.index(after: sign)...]), (0...1).contains(fraction)
    else { throw Failure.usage("\(text): A number from 0 to 1 must follow @.") }
    return (String(text[..<sign]), .fraction(fraction))
  }

  /// The features of an id that are part of the graph; for an origin those that are neither container nor structure.
  package func features(_ id: String) throws -> [FeatureID] {
    let named = try ElementReference.read(id).resolve(in: network, suggestingOrigin: true)
    let connected = named.filter {
      !topology.nodes(of: $0).isEmpty || !topology.edges(of: $0).isEmpty
    }
    let parts = connected.filter { !network.isContainerOrStructure($0) }
    if !parts.isEmpty { return parts }
    guard !connected.isEmpty else {
      let what = FeatureOutput(network: network).line(named[0])
      let isPlace = network.isContainerOrStructure(named[0])
      throw Failure.usage(
        "\(id) is not part of the graph: it is \(what)."
          + (isPlace ? " Name a line, junction or device." : "")
      )
    }
    return connected
  }

  private func terminals(_ junction: FeatureID) -> [Terminal] {
    topology.nodes(of: junction).compactMap(topology.terminal)
  }

  private func location(_ junction: FeatureID, terminal name: String) -> TraceLocation? {
    let known = terminals(junction)
    // A device without named terminals has one terminal, with the id 1.
    if known.isEmpty { return name == "1" ? TraceLocation(junction) : nil }
    let found = known.first { "\($0.id)" == name || $0.name.lowercased() == name.lowercased() }
    return found.map { TraceLocation(junction, terminalID: $0.id) }
  }

  private func terminalsSentence(_ junctions: [FeatureID], _ id: String) -> String {
    let names = junctions.flatMap(terminals).map { "\($0.id) \($0.name)" }
    return names.isEmpty
      ? "It has a single terminal, 1." : "Its terminals are \(Words.names(names))."
  }

  private func length(_ line: FeatureID) -> Double { network.geometry(of: line)?.length ?? 0 }

  /// Notes which of the pieces between devices is used, and how to name the others.
  private func tellPieces(_ taken: TraceLocation, of lines: [FeatureID], _ id: String) {
    guard let chain = LineChain(lines, in: network) else {
      tell(
        "\(id) stands for \(lines.count) lines that do not follow each other as one line. "
          + "\(network.rowReference(taken.feature)), with the longest stretch, is taken: name another line by its row."
      )
      return
    }
    let total = chain.length
    var pieces: [ClosedRange<Double>] = []
    // The devices between pieces, where they are known.
    var dividing: [FeatureID] = []
    var own: Double?
    for piece in chain.pieces {
      let line = lines[piece.index]
      let length = piece.range.upperBound - piece.range.lowerBound
      let passed = piece.range.lowerBound
      // Fractions of the line, in the direction of the whole.
      var stretches = topology.edges(of: line).map { edge in
        let positions = topology.positions(ofEdge: edge)
        let ends = topology.ends(ofEdge: edge)
        return piece.isReversed
          ? (range: 1 - positions.upperBound...1 - positions.lowerBound, first: ends.to)
          : (range: positions, first: ends.from)
      }
      if piece.isReversed { stretches.reverse() }
      var start = 0.0
      var longest = 0.0
      for stretch in stretches {
        if let device = device(at: stretch.first), stretch.range.lowerBound > start {
          dividing.append(device)
          pieces.append(passed + start * length...passed + stretch.range.lowerBound * length)
          start = stretch.range.lowerBound
        }
        let share = stretch.range.upperBound - stretch.range.lowerBound
        if line == taken.feature, share > longest {
          longest = share
          own = passed + start * length
        }
      }
      pieces.append(passed + start * length...passed + length)
    }
    guard pieces.count > 1, total > 0 else { return }
    let told = pieces.prefix(8).map { piece in
      "@\(plain(piece.lowerBound / total)) to @\(plain(piece.upperBound / total))"
        + (piece.lowerBound == own ? " (taken)" : "")
    }
    tell(
      "\(id) is in \(pieces.count) pieces\(divided(by: dividing)): \(told.joined(separator: ", "))"
        + (pieces.count > told.count ? " and so on" : "")
        + ". The piece with the longest stretch is taken: for another piece give \(id)@FRACTION, for all pieces give a place on each."
    )
  }

  private func divided(by devices: [FeatureID]) -> String {
    if devices.isEmpty { return "" }
    let names = devices.prefix(3).map { network.origin(of: $0) ?? network.identifier(of: $0) }
    return ", divided at \(names.joined(separator: ", "))"
      + (devices.count > 3 ? " and others" : "")
  }

  /// The device at a node, which may separate the lines before and after it.
  private func device(at node: Int) -> FeatureID? {
    topology.feature(ofNode: node).flatMap { feature in
      let usage = network.assetTypeID(of: feature).flatMap { network.assetType($0)?.source.usage }
      return usage == .device ? feature : nil
    }
  }

  /// The line with the longest part between two connections.
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

extension EditedNetwork {
  /// Whether a feature has an association role, or is in a source of assemblies or structures.
  func isContainerOrStructure(_ feature: FeatureID) -> Bool {
    guard let type = assetTypeID(of: feature), let known = assetType(type) else { return true }
    if known.type.associationRole != .none { return true }
    return switch known.source.usage {
    case .assembly, .structureJunction, .structureLine, .structureBoundary,
      .structureJunctionObject, .structureEdgeObject:
      true
    default: false
    }
  }
}
