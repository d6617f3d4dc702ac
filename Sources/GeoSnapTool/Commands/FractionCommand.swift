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
      but only between the two ends. An origin that names several lines answers for the nearest.

      JSON: {source, globalID, origin, assetGroup, assetType, row, fraction, location, distance}; \
      fraction and location are null when there is none.
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
    let lines = try element.resolve(in: network).filter {
      network.geometry(of: $0)?.type.dimension == 1
    }
    let distances = lines.map { network.geometry(of: $0)?.distance(to: place) ?? .infinity }
    guard let nearest = lines.indices.min(by: { distances[$0] < distances[$1] }) else {
      throw Failure.usage("\(element.text) is no line.")
    }
    let feature = lines[nearest]
    let location = try network.geometry(of: feature)?
      .linearLocation(closestTo: place, tolerance: limit)
    let output = FeatureOutput(network: network)
    if json {
      var members = output.members(feature)
      members["fraction"] = JSONValue(location?.fraction)
      members["location"] =
        location.map { GeoSnapTool.json($0.coordinate, z: $0.z) } ?? JSONValue.null
      members["distance"] = .number(distances[nearest])
      try JSONValue.object(members).print()
      return
    }
    let distance = text(distances[nearest], near: place)
    if let location {
      try printLines([
        "\(plain(location.fraction)) along \(output.line(feature)), at \(text(location.coordinate)), "
          + "\(distance) away"
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
