import ArgumentParser
import GeoSnap
import GeoSnapProjection
import GeoSnapStore

/// The reference system of the places on the command line.
package struct ReferenceArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help:
      "The EPSG code of the places given, such as 4326 for longitude and latitude; that of the network by default."
  )
  var srid: Int32?

  func validate() throws { try ReferenceOption.check(srid, "--srid") }

  /// A place in the network's system; one that cannot well be meant is told on stderr.
  ///
  /// - Parameters:
  ///   - argument: The place as it was given.
  ///   - network: The network.
  ///   - edge: Where it ends, when only an extent of it was read: where the rest lies is not known then.
  /// - Returns: The place.
  /// - Throws: ``Failure`` when it cannot be transformed.
  func place(
    _ argument: CoordinateArgument,
    in network: EditedNetwork,
    edge: NetworkEdge? = nil
  ) throws -> Coordinate {
    let place = argument.coordinate
    let way = try transformation(to: network)
    let found =
      try way.map { way in
        try told { () throws(ProjectionError) in try way.transform(place) }
      } ?? place
    if edge == nil, let doubt = network.doubt(about: found, given: place, by: way) {
      doubt.tell("\(text(place))", found, in: network, isGiven: srid != nil)
    }
    return found
  }

  /// A rectangle in the network's system: the one around all of it; one that cannot well be meant is told on stderr.
  ///
  /// - Throws: ``Failure`` when it cannot be transformed.
  func envelope(_ argument: ExtentArgument, in network: EditedNetwork) throws -> Envelope {
    let extent = try transformed(argument.envelope, to: network)
    extent.tellDoubt(
      in: network,
      given: argument.envelope.center,
      by: try transformation(to: network),
      isGiven: srid != nil
    )
    return extent
  }

  /// The rectangle around what a rectangle becomes in the network's system.
  ///
  /// Far from a network its projection may fold or have no places: of a rectangle that reaches there only what is near
  /// the network is transformed, as nothing else is looked at.
  private func transformed(_ given: Envelope, to network: EditedNetwork) throws -> Envelope {
    guard let way = try transformation(to: network), let srid, let target = network.srid else {
      return given
    }
    return try told { () throws(ProjectionError) in
      let back = try CoordinateTransformation(
        from: SpatialReference(srid: target),
        to: SpatialReference(srid: srid)
      )
      if let near = network.neighbourhood, let seen = try? back.envelope(around: near),
        let part = given.common(with: seen)
      {
        return try way.envelope(around: part)
      }
      return try way.envelope(around: given)
    }
  }

  /// What brings places into the network's system; nil when they are in it.
  ///
  /// - Throws: ``Failure`` when there is no way.
  func transformation(to network: EditedNetwork) throws -> CoordinateTransformation? {
    guard let srid, srid != network.srid else { return nil }
    guard let target = network.srid else {
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

  /// Says on stderr when the rectangle is far from a network.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - given: The middle of the rectangle as it was given; nil where that is this one.
  ///   - way: What it was transformed by.
  ///   - isGiven: Whether no reference system is to be proposed for it.
  func tellDoubt(
    in network: EditedNetwork,
    given: Coordinate? = nil,
    by way: CoordinateTransformation? = nil,
    isGiven: Bool
  ) {
    if let near = network.neighbourhood, !near.intersects(self),
      let doubt = network.doubt(about: center, given: given ?? center, by: way)
    {
      doubt.tell("The extent", center, in: network, isGiven: isGiven)
    }
  }

  /// What two rectangles have in common; nil when nothing.
  fileprivate func common(with other: Envelope) -> Envelope? {
    guard intersects(other) else { return nil }
    return Envelope(
      minX: max(minX, other.minX),
      minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY)
    )
  }
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

extension EditedNetwork {
  /// Why a place cannot well be meant; nil where it can.
  ///
  /// - Parameters:
  ///   - place: The place in the network's system.
  ///   - given: The place as it was given.
  ///   - way: What it was transformed by; nil when it was not.
  /// - Returns: The likely reason, ``PlaceDoubt/swappedAxes`` where it is in the network with x and y exchanged.
  func doubt(
    about place: Coordinate,
    given: Coordinate,
    by way: CoordinateTransformation?
  ) -> PlaceDoubt? {
    guard let doubt = doubt(about: place) else { return nil }
    let swapped = try? way?.transform(Coordinate(x: given.y, y: given.x))
    guard let swapped, neighbourhood?.contains(swapped) == true else { return doubt }
    return .swappedAxes
  }
}

extension PlaceDoubt {
  /// Says on stderr that a place is far from the network, the likely reason, and what to give instead.
  ///
  /// - Parameters:
  ///   - what: What is far.
  ///   - place: Where it is.
  ///   - network: The network.
  ///   - isGiven: Whether `--srid` was given, so that no other one is proposed.
  func tell(
    _ what: String,
    _ place: Coordinate,
    in network: EditedNetwork,
    isGiven: Bool
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
    let guess = self == .swappedAxes || isGiven ? nil : network.base.guess(of: place)
    if let guess {
      let swapped = guess.isSwapped
      sentences.append(
        (swapped ? "With x and y swapped it" : "It")
          + " is in the network when it is taken for EPSG:\(guess.srid)"
          + ": give \(swapped ? "x first and " : "")--srid \(guess.srid)."
      )
    } else {
      sentences.append(description)
      if self != .swappedAxes, !isGiven, network.srid != nil {
        sentences.append("Say with --srid which it is in.")
      }
    }
    note(sentences.joined(separator: " "))
  }
}
