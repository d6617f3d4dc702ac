import ArgumentParser
import GeoSnap
import GeoSnapProjection

/// The reference system of the places on the command line.
struct ReferenceArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help:
      "The EPSG code of the places given, such as 4326 for longitude and latitude; that of the network by default."
  )
  var srid: Int32?

  func validate() throws { try ReferenceOption.check(srid, "--srid") }

  /// A place in the network's system; one that cannot well be meant is told on stderr.
  ///
  /// - Throws: ``Failure`` when it cannot be transformed.
  func place(_ argument: CoordinateArgument, in network: EditedNetwork) throws -> Coordinate {
    let place = argument.coordinate
    let found = try transformation(to: network).map { way in
      try told { () throws(ProjectionError) in try way.transform(place) }
    }
    if let doubt = network.doubt(about: found ?? place) {
      doubt.tell("\(text(place))", found ?? place, in: network, isTransformed: srid != nil)
    }
    return found ?? place
  }

  /// A rectangle in the network's system: the one around all of it.
  ///
  /// - Throws: ``Failure`` when it cannot be transformed.
  func envelope(_ argument: ExtentArgument, in network: EditedNetwork) throws -> Envelope {
    let extent = try envelope(argument, in: network.srid)
    if let near = network.neighbourhood, !near.intersects(extent),
      let doubt = network.doubt(about: extent.center)
    {
      doubt.tell("The extent", extent.center, in: network, isTransformed: srid != nil)
    }
    return extent
  }

  /// A rectangle in a network's system: the one around all of it.
  ///
  /// - Throws: ``Failure`` when it cannot be transformed.
  func envelope(_ argument: ExtentArgument, in target: SRID?) throws -> Envelope {
    let given = argument.envelope
    return try transformation(to: target).map { way in
      try told { () throws(ProjectionError) in try way.envelope(around: given) }
    } ?? given
  }

  /// What brings places into the network's system; nil when they are in it.
  ///
  /// - Throws: ``Failure`` when there is no way.
  func transformation(to network: EditedNetwork) throws -> CoordinateTransformation? {
    try transformation(to: network.srid)
  }

  private func transformation(to target: SRID?) throws -> CoordinateTransformation? {
    guard let srid, srid != target else { return nil }
    guard let target else {
      throw Failure.usage(
        "The network does not say its reference system: nothing can be transformed to it. Leave out --srid."
      )
    }
    return try told { () throws(ProjectionError) in
      try CoordinateTransformation(
        from: SpatialReference(srid: srid),
        to: SpatialReference(srid: target)
      )
    }
  }

  private func told<Value>(_ body: () throws(ProjectionError) -> Value) throws -> Value {
    do throws(ProjectionError) { return try body() } catch {
      throw Failure.usage("--srid \(srid ?? 0): \(error)")
    }
  }
}

extension Envelope {
  fileprivate var center: Coordinate { Coordinate(x: (minX + maxX) / 2, y: (minY + maxY) / 2) }
}

extension CoordinateTransformation {
  /// The rectangle around what becomes of the border of a rectangle, which may bend.
  fileprivate func envelope(around envelope: Envelope) throws(ProjectionError) -> Envelope {
    var places: [Coordinate] = []
    let steps = 20
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      let (x, y) = (
        envelope.minX + envelope.width * share, envelope.minY + envelope.height * share
      )
      places += [
        Coordinate(x: x, y: envelope.minY), Coordinate(x: x, y: envelope.maxY),
        Coordinate(x: envelope.minX, y: y), Coordinate(x: envelope.maxX, y: y),
      ]
    }
    let found = try transform(CoordinateSequence(places))
    return Envelope.combining(found.map { Envelope($0) }) ?? envelope
  }
}

extension PlaceDoubt {
  /// Says on stderr that a place is far from the network, the likely reason, and what to give instead.
  ///
  /// - Parameters:
  ///   - what: What is far.
  ///   - place: Where it is.
  ///   - network: The network.
  ///   - isTransformed: Whether it was transformed by `--srid`, so that no other one is proposed.
  func tell(
    _ what: String,
    _ place: Coordinate,
    in network: EditedNetwork,
    isTransformed: Bool = false
  ) {
    var sentences: [String] = []
    if let extent = network.envelope {
      sentences.append(
        "\(what) is far from the network, which lies from "
          + "\(text(Coordinate(x: extent.minX, y: extent.minY))) to "
          + "\(text(Coordinate(x: extent.maxX, y: extent.maxY)))"
          + (network.srid.map { " in EPSG:\($0)." } ?? ".")
      )
    }
    let guess = self == .swappedAxes || isTransformed ? nil : network.base.guess(of: place)
    if let guess {
      let swapped = guess.isSwapped
      sentences.append(
        (swapped ? "With x and y swapped it" : "It")
          + " is in the network when it is taken for EPSG:\(guess.srid)"
          + ": give \(swapped ? "x first and " : "")--srid \(guess.srid)."
      )
    } else {
      sentences.append(description)
      if self != .swappedAxes, network.srid != nil {
        sentences.append("Say with --srid which it is in.")
      }
    }
    note(sentences.joined(separator: " "))
  }
}
