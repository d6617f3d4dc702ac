import ArgumentParser
import Foundation
package import GeoSnap
import GeoSnapProjection
import GeoSnapStore

package struct ReferenceArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help:
      "The EPSG code of the coordinates in the command, such as 4326 for longitude and latitude; by default, that of the network."
  )
  var srid: Int32?

  func validate() throws { try ReferenceOption.check(srid, "--srid") }

  /// A place in the network's system; an implausible one gives a warning on stderr.
  func place(
    _ place: Coordinate,
    in network: EditedNetwork,
    edge: ExtentEdge? = nil,
    isDrawn: Bool = false
  ) throws -> Coordinate {
    let way = try transformation(to: network)
    let found =
      try way.map { way in
        try told(network.hint(without: place)) { () throws(ProjectionError) in
          try way.transform(place)
        }
      } ?? place
    if edge == nil, let doubt = network.doubt(about: found, given: place, by: way) {
      let given = srid == nil ? nil : place
      if isDrawn, network.srid != nil, [.degrees, .notDegrees, .swappedAxes].contains(doubt) {
        throw Failure.usage(doubt.sentences("\(text(place))", found, in: network, given: given))
      }
      doubt.tell("\(text(place))", found, in: network, given: given)
    }
    return found
  }

  /// The envelope of a rectangle in the network's system; an implausible one gives a warning on stderr.
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

  /// The envelope of a transformed rectangle.
  ///
  /// Far from the network its projection may fold or be undefined: of a rectangle that reaches there, only the part
  /// near the network is transformed, as the rest has no features.
  private func transformed(_ given: Envelope, to network: EditedNetwork) throws -> Envelope {
    guard let way = try transformation(to: network), let srid, let target = network.srid else {
      return given
    }
    return try told(network.hint(without: given.center)) { () throws(ProjectionError) in
      let back = try CoordinateTransformation(from: target, to: srid)
      if let near = network.neighbourhood, let seen = try? back.envelope(around: near),
        let part = given.common(with: seen)
      {
        return try way.envelope(around: part)
      }
      return try way.envelope(around: given)
    }
  }

  /// The transformation into the network's system, or nil when none is needed; throws ``Failure`` when there is none.
  func transformation(to network: EditedNetwork) throws -> CoordinateTransformation? {
    guard let srid, srid != network.srid else { return nil }
    guard let target = network.srid else {
      throw Failure.usage(
        "The network does not declare its reference system: nothing can be transformed to it. Leave out --srid."
      )
    }
    return try told { () throws(ProjectionError) in
      try CoordinateTransformation(from: srid, to: target)
    }
  }

  private func told<Value>(
    _ hint: @autoclosure () -> String? = nil,
    _ body: () throws(ProjectionError) -> Value
  ) throws -> Value {
    do throws(ProjectionError) { return try body() } catch {
      throw Failure.usage("--srid \(srid ?? 0): \(error)\(hint().map { " \($0)" } ?? "")")
    }
  }
}

extension Envelope {
  /// Warns on stderr when the rectangle is far from a network.
  func tellDoubt(
    in network: EditedNetwork,
    given: Coordinate? = nil,
    by way: CoordinateTransformation? = nil,
    isGiven: Bool
  ) {
    if let near = network.neighbourhood, !near.intersects(self),
      let doubt = network.doubt(about: center, given: given ?? center, by: way)
    {
      doubt.tell("The extent", center, in: network, given: isGiven ? given ?? center : nil)
    }
  }

  package func common(with other: Envelope) -> Envelope? {
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
  init(from srid: SRID, to other: SRID, covering area: Envelope?) throws(ProjectionError) {
    let (source, target) = (try SpatialReference(srid: srid), try SpatialReference(srid: other))
    try self.init(from: source, to: target, covering: area)
  }

  /// The envelope of a rectangle's transformed border, which may be curved.
  fileprivate func envelope(around envelope: Envelope) throws(ProjectionError) -> Envelope {
    var places: [Coordinate] = []
    let steps = 20
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      let (x, y) = (envelope.minX + envelope.width * share, envelope.minY + envelope.height * share)
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
  /// The remedy for a place that `--srid` moves out of the network; nil when it is not there without `--srid` either.
  fileprivate func hint(without given: Coordinate) -> String? {
    guard let srid, doubt(about: given) == nil else { return nil }
    return "Leave out --srid if the coordinates are in EPSG:\(srid)."
  }

  /// The likely reason why a place is implausible; nil where it is plausible.
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
  /// Warns on stderr that a place is far from the network, with the likely reason and the remedy.
  func tell(_ what: String, _ place: Coordinate, in network: EditedNetwork, given: Coordinate?) {
    note(sentences(what, place, in: network, given: given))
  }

  fileprivate func sentences(
    _ what: String,
    _ place: Coordinate,
    in network: EditedNetwork,
    given: Coordinate?
  ) -> String {
    var sentences: [String] = []
    if let extent = network.envelope {
      sentences.append(
        "\(what) is far from the network, which lies from \(text(extent))"
          + (network.srid.map { " in EPSG:\($0)." } ?? ".")
      )
    }
    let guess = self == .swappedAxes || given != nil ? nil : network.base.guess(of: place)
    if let guess {
      let swapped = guess.isSwapped
      sentences.append(
        (swapped ? "With x and y swapped it" : "It")
          + " is in the network if its coordinates are in EPSG:\(guess.srid)"
          + ": give \(swapped ? "x first and " : "")--srid \(guess.srid)."
      )
    } else {
      sentences.append(description)
      if let given {
        if let hint = network.hint(without: given) { sentences.append(hint) }
      } else if self != .swappedAxes, network.srid != nil {
        sentences.append("Give its reference system with --srid.")
      }
    }
    return sentences.joined(separator: " ")
  }
}

enum ReferenceOption {
  /// Refuses a code of a reference system that PROJ does not know; throws `ValidationError` with the option's name;
  /// nil is valid.
  static func check(_ srid: SRID?, _ option: String) throws {
    guard let srid else { return }
    guard srid > 0 else { throw ValidationError("\(option) must be an EPSG code, such as 25832.") }
    if !isKnown(srid) {
      throw ValidationError(
        "\(option) \(srid): PROJ has no reference system with that code. Give a code of EPSG or "
          + "Esri, such as 25832."
      )
    }
  }

  /// Whether PROJ knows a code; true for all where its database is missing.
  static func isKnown(_ srid: SRID) -> Bool {
    (try? SpatialReference(srid: srid)) != nil || (try? SpatialReference(srid: 4326)) == nil
  }
}

enum CoordinateArgument {
  static let help: ArgumentHelp =
    "The place as X,Y, in the reference system of the network or of --srid."

  /// Reads a place; throws ``Failure`` with the syntax, since users tend to type blanks.
  @Sendable
  static func read(_ text: String) throws -> Coordinate {
    let numbers = finiteNumbers(text)
    if numbers?.count == 4 {
      let parts = text.split(separator: ",")
      throw Failure.usage(
        "A place is X,Y, with decimal points: \(parts[0]).\(parts[1]),\(parts[2]).\(parts[3])."
      )
    }
    guard let numbers, numbers.count == 2 else {
      throw Failure.usage("A place is X,Y: two numbers with a comma between them and no spaces.")
    }
    return Coordinate(x: numbers[0], y: numbers[1])
  }
}

struct ExtentArgument: ExpressibleByArgument {
  let envelope: Envelope

  init?(argument: String) {
    guard let numbers = finiteNumbers(argument), numbers.count == 4, numbers[0] <= numbers[2],
      numbers[1] <= numbers[3]
    else { return nil }
    envelope = Envelope(minX: numbers[0], minY: numbers[1], maxX: numbers[2], maxY: numbers[3])
  }
}

struct ExtentArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "The extent XMIN,YMIN,XMAX,YMAX, in the reference system of the network or of --srid."
  )
  var extent: ExtentArgument?
  @OptionGroup var reference: ReferenceArguments

  func check() throws {
    try refuse(reference.srid != nil && extent == nil, "--srid needs --extent.")
  }

  func envelope(in network: EditedNetwork) throws -> Envelope? {
    try extent.map { try reference.envelope($0, in: network) }
  }
}

package func finiteNumbers(_ text: String) -> [Double]? {
  var numbers: [Double] = []
  for field in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
    guard let number = Double(Substring(field).trimmingCharacters(in: [" "])), number.isFinite
    else { return nil }
    numbers.append(number)
  }
  return numbers
}
