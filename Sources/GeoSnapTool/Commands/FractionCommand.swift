import ArgumentParser
import GeoSnap
import GeoSnapStore

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

      If the line passes the place more than once, or several lines are equally near, the other places are listed \
      too.

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
    help: "The place as X,Y, in the reference system of the network or of --srid.",
    transform: CoordinateArgument.read
  )
  var at: CoordinateArgument
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
      members["location"] =
        location.map { GeoSnapTool.json($0.coordinate, z: $0.z) } ?? JSONValue.null
      members["distance"] = .number(location?.distance ?? distances[line])
      return members
    }
    if form.json {
      var document = members(nearest, location)
      document["equals"] = .array(equals.map { .object(members($0.line, $0.location)) })
      try JSONValue.object(document).print()
      return
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
