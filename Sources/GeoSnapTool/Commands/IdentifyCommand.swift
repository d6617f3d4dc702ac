import ArgumentParser
import GeoSnap
import GeoSnapStore

struct IdentifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Lists the features within a tolerance of a place.",
    discussion: """
      The order of the features is by type of geometry (points, lines, areas), then by distance, source and \
      row.

      JSON: {at, tolerance, hits[{source, globalID, origin, assetGroup, assetType, row, distance, \
      location}]}

      With --batch, the verb answers for every point of a CSV file: see Documentation/Batch.md.
      """
  )

  @OptionGroup var asked: PlaceArguments
  @Option(
    help: "A source to look in; may be given several times. By default, all sources.",
    completion: Completions.sources
  )
  var source: [String] = []
  @Option(parsing: .unconditional, help: "The maximum number of features to list.") var limit: Int?
  @OptionGroup var batch: BatchArguments
  @Flag(help: "In a batch, list only the nearest feature of each point.") var nearest = false
  @OptionGroup var form: JSONOption

  func validate() throws {
    _ = try asked.reach.given()
    if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
    try batch.check(isSinglePlace: asked.at != nil, singleOnly: form.json ? ["--json"] : [])
    if nearest, asked.at != nil {
      throw ValidationError("--nearest needs --batch instead of --at.")
    }
    if nearest, limit != nil { throw ValidationError("--nearest does not go with --limit.") }
  }

  func run() async throws {
    try batch.checkOutput(network: asked.input.network)
    let stored = try await asked.open()
    let index = try await asked.input.index(stored)
    try checkSources(source, in: index.network)
    let network = index.network
    let tolerance = try asked.reach.required(in: network)
    let request = IdentifyRequest(
      at: try asked.place(in: stored) ?? Coordinate(x: 0, y: 0),
      tolerance: tolerance,
      sources: source.isEmpty ? nil : source,
      limit: limit
    )
    if batch.input != nil {
      try await BatchRun(
        arguments: batch,
        reference: asked.reference,
        question: IdentifyQuestion(index: index, request: request, isNearestOnly: nearest),
        network: index.network,
        edge: stored.edge,
        tolerance: tolerance,
        defaultPrefix: "hit_"
      ).run()
    } else {
      stored.tellEdge(request.coordinate, within: tolerance)
      try answer(request, index)
    }
  }

  private func answer(_ request: IdentifyRequest, _ index: NetworkIndex) throws {
    let hits = index.identify(request)
    let place = request.coordinate
    let output = IdentifyOutput(network: index.network)
    try form.print(
      JSONValue.object([
        "at": JSONValue(place), "tolerance": .number(request.tolerance),
        "hits": .array(hits.map(output.json)),
      ]),
      output.lines(hits, at: place, tolerance: request.tolerance)
    )
  }
}

func checkSources(_ names: [String], in network: some NetworkReading) throws {
  let known = Set(
    (network.base.tables.map(\.name) + network.base.definition.sources.map(\.name)).map {
      $0.lowercased()
    }
  )
  for name in names where !known.contains(name.lowercased()) {
    throw Failure.usage(
      "No source is named \(name). \(Words.known("source", network.base.tables.map(\.name)))"
    )
  }
}

struct FractionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fraction",
    abstract: "Prints the position of a place along a line, as a fraction of its length.",
    discussion: """
      The fraction counts the planar length along all parts of the line. Without --tolerance, any distance \
      from the line is accepted. With --tolerance, a place farther away has no fraction. With --tolerance -1, \
      any distance is accepted, but only for places between the two ends. If an origin names several lines \
      that devices cut, these lines count as one: fraction counts along all of them, as in ID@FRACTION, and \
      fractionOfFeature along the nearest.

      If several positions on the line, or several lines, are equally near, all are listed.

      JSON: {source, globalID, origin, assetGroup, assetType, row, fraction, fractionOfFeature, location, \
      distance, equals[{the same keys}]}. fraction, fractionOfFeature and location are null if the place has \
      no fraction.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Option(
    help: "The line: \(ElementReference.forms).",
    completion: Completions.features,
    transform: ElementReference.read
  )
  var element: ElementReference
  @Option(
    parsing: .unconditional,
    help: CoordinateArgument.help,
    transform: CoordinateArgument.read
  )
  var at: Coordinate
  @OptionGroup var reference: ReferenceArguments
  @Option(
    parsing: .unconditional,
    help:
      "The greatest distance from the line, \(LengthArgument.units); or -1 for any distance, but only between the ends."
  )
  var tolerance: LengthArgument?
  @OptionGroup var form: JSONOption

  func validate() throws {
    if let tolerance, !(tolerance.number >= 0 || (tolerance.number == -1 && !tolerance.isOnGround))
    {
      throw ValidationError("--tolerance must be 0 or more, or -1 without a unit.")
    }
    if let tolerance, tolerance.isInPixels {
      throw ValidationError("--tolerance cannot be in pixels here: there is no map.")
    }
  }

  func run() async throws {
    let network = try await input.open().network
    let place = try reference.place(at, in: network)
    let limit = try limit(in: network)
    let all = try element.resolve(in: network).filter {
      network.geometry(of: $0)?.type.dimension == 1
    }
    let parts = all.filter { !network.isContainerOrStructure($0) }
    let lines = parts.isEmpty ? all : parts
    let geometries = lines.compactMap { network.geometry(of: $0) }
    let distances = geometries.map { $0.distance(to: place) ?? .infinity }
    guard let nearest = lines.indices.min(by: { distances[$0] < distances[$1] }) else {
      throw Failure.usage("\(element.text) is not a line.")
    }
    let location = try geometries[nearest].linearLocation(closestTo: place, tolerance: limit)
    let chain = LineChain(lines, in: network)
    let equals =
      try location.map {
        try self.equals(
          of: (nearest, $0),
          geometries,
          to: place,
          chain,
          within: limit,
          tolerance: network.base.coincidenceTolerance.xy
        )
      } ?? []
    let output = FeatureOutput(network: network)
    func members(_ line: Int, _ location: LinearLocation?) -> [String: JSONValue] {
      var members = output.members(lines[line])
      members["fraction"] = JSONValue(
        location.flatMap { chain?.fraction(of: line, at: $0.fraction) }
      )
      members["fractionOfFeature"] = JSONValue(location?.fraction)
      members["location"] = location.map { JSONValue($0.coordinate, z: $0.z) } ?? JSONValue.null
      members["distance"] = .number(location?.distance ?? distances[line])
      return members
    }
    if form.json {
      let equals = JSONValue.objects(equals) { members($0.line, $0.location) }
      return try members(nearest, location).with(["equals": equals]).print()
    }
    let distance = text(distances[nearest], near: place)
    if let location {
      let own = "\(plain(location.fraction)) along \(output.line(lines[nearest]))"
      let along =
        if lines.count == 1 {
          own
        } else if let fraction = chain?.fraction(of: nearest, at: location.fraction) {
          "\(plain(fraction)) along \(element.text), a line in \(lines.count) pieces: \(own)"
        } else {
          "no fraction along \(element.text), whose \(lines.count) lines do not follow each other as one line: \(own)"
        }
      let others = equals.map { line, location in
        "  as near: \(plain(location.fraction)) along \(output.line(lines[line])), at \(text(location.coordinate))"
      }
      try printLines(["\(along), at \(text(location.coordinate)), \(distance) away"] + others)
    } else {
      try printLines(["no fraction: \(output.line(lines[nearest])) is \(distance) away"])
    }
  }

  /// The other locations at the same distance, on any line, with the joint of two pieces of a line as one location.
  private func equals(
    of nearest: (line: Int, location: LinearLocation),
    _ lines: [Geometry],
    to place: Coordinate,
    _ chain: LineChain?,
    within limit: FractionTolerance,
    tolerance: Double
  ) throws -> [(line: Int, location: LinearLocation)] {
    var found = [nearest]
    func isKnown(_ line: Int, _ location: LinearLocation) -> Bool {
      found.contains { other in
        guard location.coordinate.distance(to: other.location.coordinate) <= tolerance else {
          return false
        }
        if let chain {
          let way =
            chain.fraction(of: line, at: location.fraction)
            - chain.fraction(of: other.line, at: other.location.fraction)
          return abs(way) * chain.length <= tolerance
        }
        let way = location.fraction - other.location.fraction
        return line == other.line && abs(way) * lines[line].length <= tolerance
      }
    }
    var reach = nearest.location.distance + tolerance
    if case .within(let limit) = limit { reach = min(reach, limit) }
    for line in lines.indices {
      guard try lines[line].linearLocation(closestTo: place, tolerance: limit) != nil else {
        continue
      }
      for location in try lines[line].passages(closestTo: place, tolerance: tolerance)
      where location.distance <= reach && !isKnown(line, location) {
        found.append((line, location))
      }
    }
    return Array(found.dropFirst())
  }

  private func limit(in network: EditedNetwork) throws -> FractionTolerance {
    guard let tolerance else { return .unlimited }
    let distance = try tolerance.inUnits(of: network.srid, option: "--tolerance")
    return distance < 0 ? .betweenEnds : .within(distance)
  }
}
