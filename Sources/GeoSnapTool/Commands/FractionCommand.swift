import ArgumentParser
import GeoSnap
import GeoSnapStore

struct FractionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fraction",
    abstract: "Says how far along a line a place is.",
    discussion: """
      The fraction is that of the planar length, counted through all parts. Without --tolerance \
      any distance will do; with it, a place farther away has no fraction. -1 means any distance, \
      but only between the two ends. An origin that names several lines, which devices cut, is the line \
      that they form: the fraction is what ID@FRACTION takes, and the nearest line is named with its own.

      JSON: {source, globalID, origin, assetGroup, assetType, row, fraction, fractionOfFeature, location, \
      distance}; fractions and location are null when there is none.
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
    help: "The place as X,Y, in the units of the network.",
    transform: CoordinateArgument.read
  )
  var at: CoordinateArgument
  @OptionGroup var reference: ReferenceArguments
  @Option(
    parsing: .unconditional,
    help: "The greatest distance from the line, \(LengthArgument.units); or -1."
  )
  var tolerance: LengthArgument?
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if let tolerance, !(tolerance.number >= 0 || (tolerance.number == -1 && !tolerance.isOnGround))
    {
      throw ValidationError("--tolerance must be 0 or more, or -1.")
    }
    if let tolerance, tolerance.isInPixels {
      throw ValidationError("--tolerance is no length in pixels here: there is no map.")
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
    let distances = lines.map { network.geometry(of: $0)?.distance(to: place) ?? .infinity }
    guard let nearest = lines.indices.min(by: { distances[$0] < distances[$1] }) else {
      throw Failure.usage("\(element.text) is no line.")
    }
    let feature = lines[nearest]
    let location = try network.geometry(of: feature)?
      .linearLocation(closestTo: place, tolerance: limit)
    let chain = LineChain(lines, in: network)
    let fraction = location.flatMap { location in
      chain?.fraction(of: nearest, at: location.fraction)
    }
    let output = FeatureOutput(network: network)
    if json {
      var members = output.members(feature)
      members["fraction"] = JSONValue(fraction)
      members["fractionOfFeature"] = JSONValue(location?.fraction)
      members["location"] =
        location.map { GeoSnapTool.json($0.coordinate, z: $0.z) } ?? JSONValue.null
      members["distance"] = .number(distances[nearest])
      try JSONValue.object(members).print()
      return
    }
    let distance = text(distances[nearest], near: place)
    if let location {
      let own = "\(plain(location.fraction)) along \(output.line(feature))"
      let along =
        if lines.count == 1 {
          own
        } else if let fraction {
          "\(plain(fraction)) along \(element.text), a line in \(lines.count) pieces: \(own)"
        } else {
          "no fraction along \(element.text), whose \(lines.count) lines do not follow each other as one line: \(own)"
        }
      try printLines([
        "\(along), at \(text(location.coordinate)), \(distance) away"
      ])
    } else {
      try printLines(["no fraction: \(output.line(feature)) is \(distance) away"])
    }
  }

  private func limit(in network: EditedNetwork) throws -> FractionTolerance {
    guard let tolerance else { return .unlimited }
    let distance = try tolerance.inUnits(of: network.srid, option: "--tolerance")
    return distance < 0 ? .betweenEnds : .within(distance)
  }
}
