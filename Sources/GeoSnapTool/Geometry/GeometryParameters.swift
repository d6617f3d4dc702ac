public import ArgumentParser
public import GeoSnap

struct GeometryParameters: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help:
      "A distance in coordinate units (in geodesic operations, metres), or with a unit and --srid, such as 5m."
  )
  var distance: LengthArgument?
  @Option(
    parsing: .unconditional,
    help:
      "A tolerance in coordinate units (in geodesic operations, metres), or with a unit and --srid, such as 5cm."
  )
  var tolerance: LengthArgument?
  @Option(
    parsing: .unconditionalSingleValue,
    help: """
      A fraction of a line's length, from 0 to 1; may be given several times. Any other fraction means the \
      nearest end in point-at-fraction, and is ignored in split.
      """
  )
  var fraction: [Double] = []
  @Option(parsing: .unconditional, help: "The start: a fraction of the length, or a Z or M.")
  var from: Double?
  @Option(parsing: .unconditional, help: "The end: a fraction of the length, or a Z or M.")
  var to: Double?
  @Option(
    parsing: .unconditionalSingleValue,
    help: "A place as X,Y; may be given several times.",
    transform: CoordinateArgument.read
  )
  var at: [Coordinate] = []
  @Option(
    parsing: .unconditional,
    help: "The greatest length of a segment, or for normalize-central-meridian the world's width."
  )
  var length: LengthArgument?
  @Option(
    parsing: .unconditional,
    help:
      "The greatest deviation from the original or, of a geodesic buffer, from its exact outline, as a distance."
  )
  var deviation: LengthArgument?
  @Option(
    parsing: .unconditional,
    help:
      "The ratio of a concave hull, from 0 to 1, or the densify fraction for distances, from 0.001 to 1."
  )
  var ratio: Double?
  @Option(parsing: .unconditional, help: "The spacing of the grid on which the result lies.")
  var grid: LengthArgument?
  @Option(parsing: .unconditional, help: "An angle in degrees, counter-clockwise.")
  var degrees: Double?
  @Option(parsing: .unconditional, help: "A distance to the east.") var dx: LengthArgument?
  @Option(parsing: .unconditional, help: "A distance to the north.") var dy: LengthArgument?
  @Option(parsing: .unconditional, help: "A distance upwards.") var dz: LengthArgument?
  @Option(parsing: .unconditional, help: "A scale factor for eastings.") var x: Double?
  @Option(parsing: .unconditional, help: "A scale factor for northings.") var y: Double?
  @Option(parsing: .unconditional, help: "A height.") var z: Double?
  @Option(parsing: .unconditional, help: "A measure.") var m: Double?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A rectangle.", valueName: "minX,minY,maxX,maxY")
  )
  var extent: ExtentArgument?
  @Option(help: "A pattern of the DE-9IM, such as T*****FF*.") var pattern: String?
  @Option(help: "The ends of a buffer: round, flat or square.") var cap: BufferStyle.Cap = .round
  @Option(help: "The corners of a buffer or offset: round, mitre or bevel.")
  var join: BufferStyle.Join = .round
  @Option(
    parsing: .unconditional,
    help: "The maximum reach of a mitred corner, as a multiple of --distance."
  )
  var mitreLimit = 5.0
  @Option(parsing: .unconditional, help: "The number of segments per quarter circle.")
  var segments = 8
  @Option(help: "The side of a line that a buffer covers: both, left or right.")
  var side: BufferStyle.Side = .both
  @Option(help: "The convention to follow where Esri and OGC differ: esri or ogc.")
  var convention: GeometryConvention = .esri
  @Option(help: "How to repair areas: linework or structure.") var method: RepairMethod = .linework
  @Option(
    parsing: .unconditional,
    help: "How to extend lines: the sum of Esri's bits 1, 2, 4, 8, 16."
  )
  var extendOptions = 0
  @Option(
    parsing: .unconditional,
    help:
      "The EPSG code of the coordinates, for project, operations on the ground and lengths with a unit."
  )
  var srid: Int32?
  @Option(parsing: .unconditional, help: "The EPSG code of the reference system to transform to.")
  var toSrid: Int32?
  @Option(parsing: .unconditional, help: "A direction in degrees, clockwise from north.")
  var azimuth: Double?
  @Flag(help: "Do not let lines cross when vertices are removed.") var preserveTopology = false
  @Flag(help: "Allow holes in a hull.") var allowHoles = false
  @Flag(help: "Join only lines of the same direction.") var directed = false
  @Flag(help: "Return edges instead of areas.") var onlyEdges = false
  @Flag(help: "Turn exterior rings counter-clockwise, as GeoJSON requires.")
  var counterclockwise = false

  func validate() throws {
    let numbers: [(String, Double?)] = [
      ("--from", from), ("--to", to), ("--ratio", ratio), ("--degrees", degrees), ("--x", x),
      ("--y", y), ("--z", z), ("--mitre-limit", mitreLimit), ("--azimuth", azimuth),
    ]
    let given = Self.lengths.map { ($0.option, self[keyPath: $0.path]?.number) } + numbers
    for (option, number) in given + fraction.map({ ("--fraction", Optional($0)) }) {
      try refuse(number?.isFinite == false, "\(option) must be a finite number.")
    }
    let tolerance = tolerance?.number ?? 0
    try refuse(
      tolerance < 0 && tolerance != -1,
      "--tolerance must be a number of 0 or more; for fraction and geodesic-fraction also -1."
    )
    try refuse((length?.number ?? 1) <= 0, "--length must be a number above 0.")
    try refuse((deviation?.number ?? 0) < 0, "--deviation must be a number of 0 or more.")
    try refuse((grid?.number ?? 1) <= 0, "--grid must be a number above 0.")
    try refuse(!(0...1).contains(ratio ?? 0), "--ratio must be from 0 to 1.")
    try refuse(mitreLimit <= 0, "--mitre-limit must be a number above 0.")
    try refuse(!(1...1000).contains(segments), "--segments must be a number from 1 to 1000.")
    try refuse(!(0...31).contains(extendOptions), "--extend-options must be a number from 0 to 31.")
    try ReferenceOption.check(srid, "--srid")
    try ReferenceOption.check(toSrid, "--to-srid")
  }

  private typealias Length = (
    option: String, path: WritableKeyPath<GeometryParameters, LengthArgument?>
  )
  private static var lengths: [Length] {
    [
      ("--distance", \.distance), ("--tolerance", \.tolerance), ("--length", \.length),
      ("--deviation", \.deviation), ("--grid", \.grid), ("--dx", \.dx), ("--dy", \.dy),
      ("--dz", \.dz),
    ]
  }

  /// Converts lengths with a unit, such as 5m, to units of the coordinates.
  mutating func resolveLengths(isOnGround: Bool) throws {
    var hasUnits = false
    for (option, path) in Self.lengths {
      guard let length = self[keyPath: path] else { continue }
      if length.isInPixels {
        throw Failure.usage("\(option) cannot be in pixels here: there is no map.")
      }
      hasUnits = hasUnits || length.isOnGround
      self[keyPath: path] = LengthArgument(
        isOnGround
          ? try length.inMetres(option: option)
          : try length.inUnits(
            of: srid,
            option: option,
            ifUnknown: "Give the reference system of the coordinates with --srid."
          )
      )
    }
    // It is given for the lengths alone.
    if hasUnits, !isOnGround { srid = nil }
  }

  var given: [String] {
    let optional: [(String, Bool)] = [
      ("--distance", distance != nil), ("--tolerance", tolerance != nil),
      ("--fraction", !fraction.isEmpty), ("--from", from != nil), ("--to", to != nil),
      ("--at", !at.isEmpty), ("--length", length != nil), ("--deviation", deviation != nil),
      ("--ratio", ratio != nil), ("--grid", grid != nil), ("--degrees", degrees != nil),
      ("--dx", dx != nil), ("--dy", dy != nil), ("--dz", dz != nil), ("--x", x != nil),
      ("--y", y != nil), ("--z", z != nil), ("--m", m != nil), ("--extent", extent != nil),
      ("--pattern", pattern != nil), ("--srid", srid != nil), ("--to-srid", toSrid != nil),
      ("--azimuth", azimuth != nil),
    ]
    let chosen: [(String, Bool)] = [
      ("--cap", cap != .round), ("--join", join != .round), ("--mitre-limit", mitreLimit != 5),
      ("--segments", segments != 8), ("--side", side != .both),
      ("--convention", convention != .esri), ("--method", method != .linework),
      ("--extend-options", extendOptions != 0), ("--preserve-topology", preserveTopology),
      ("--allow-holes", allowHoles), ("--directed", directed), ("--only-edges", onlyEdges),
      ("--counterclockwise", counterclockwise),
    ]
    return (optional + chosen).filter(\.1).map(\.0)
  }

  var bufferStyle: BufferStyle {
    BufferStyle(
      quadrantSegments: segments,
      cap: cap,
      join: join,
      mitreLimit: mitreLimit,
      side: side
    )
  }
}

extension BufferStyle.Cap: ExpressibleByArgument {}
extension BufferStyle.Join: ExpressibleByArgument {}
extension BufferStyle.Side: ExpressibleByArgument {}
extension GeometryConvention: ExpressibleByArgument {}
extension RepairMethod: ExpressibleByArgument {}
extension RingDirection: ExpressibleByArgument {}
