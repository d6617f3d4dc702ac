import ArgumentParser
import GeoSnap

/// The numbers and choices that operations on geometry take.
struct GeometryParameters: ParsableArguments {
  @Option(parsing: .unconditional, help: "A distance in coordinate units.")
  var distance: Double?
  @Option(help: "A tolerance in coordinate units.")
  var tolerance: Double?
  @Option(
    parsing: .unconditionalSingleValue,
    help: "A share of a line's length; may be repeated."
  )
  var fraction: [Double] = []
  @Option(parsing: .unconditional, help: "Where to begin: a share of the length, or a Z or M.")
  var from: Double?
  @Option(parsing: .unconditional, help: "Where to end: a share of the length, or a Z or M.")
  var to: Double?
  @Option(parsing: .unconditionalSingleValue, help: "A place as X,Y; may be repeated.")
  var at: [CoordinateArgument] = []
  @Option(help: "The greatest length of a segment.")
  var length: Double?
  @Option(help: "The greatest deviation from the line.")
  var deviation: Double?
  @Option(help: "A ratio from 0 to 1.")
  var ratio: Double?
  @Option(help: "The distance between the lines of a grid that the answer lies on.")
  var grid: Double?
  @Option(parsing: .unconditional, help: "An angle in degrees, counter-clockwise.")
  var degrees: Double?
  @Option(parsing: .unconditional, help: "A distance to the east.")
  var dx: Double?
  @Option(parsing: .unconditional, help: "A distance to the north.")
  var dy: Double?
  @Option(parsing: .unconditional, help: "A distance upwards.")
  var dz: Double?
  @Option(parsing: .unconditional, help: "A factor of eastings.")
  var x: Double?
  @Option(parsing: .unconditional, help: "A factor of northings.")
  var y: Double?
  @Option(parsing: .unconditional, help: "A height.")
  var z: Double?
  @Option(parsing: .unconditional, help: "A measure.")
  var m: Double?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A rectangle.", valueName: "minX,minY,maxX,maxY")
  )
  var extent: ExtentArgument?
  @Option(help: "A pattern of the DE-9IM, such as T*****FF*.")
  var pattern: String?
  @Option(help: "The ends of a buffer: round, flat or square.")
  var cap: CapArgument = .round
  @Option(help: "The corners of a buffer: round, mitre or bevel.")
  var join: JoinArgument = .round
  @Option(help: "How far a mitred corner may reach, in distances.")
  var mitreLimit = 5.0
  @Option(help: "How many segments stand for a quarter of a circle.")
  var segments = 8
  @Option(help: "The side of a line that a buffer covers: both, left or right.")
  var side: SideArgument = .both
  @Option(help: "Whose meaning counts where they differ: esri or ogc.")
  var convention: ConventionArgument = .esri
  @Option(help: "How areas are repaired: linework or structure.")
  var method: MethodArgument = .linework
  @Option(help: "How lines are extended: Esri's bits 1, 2, 4, 8, 16, added.")
  var extendOptions = 0
  @Option(help: "The EPSG code of the coordinates, for operations on the ground.")
  var srid: Int32?
  @Option(help: "The EPSG code of the system to transform to.")
  var toSrid: Int32?
  @Option(parsing: .unconditional, help: "A direction in degrees, clockwise from north.")
  var azimuth: Double?
  @Flag(help: "Keep lines from crossing while thinning them.")
  var preserveTopology = false
  @Flag(help: "Let a hull have holes.")
  var allowHoles = false
  @Flag(help: "Join lines only in their directions.")
  var directed = false
  @Flag(help: "Answer edges instead of areas.")
  var onlyEdges = false
  @Flag(help: "Turn exterior rings counter-clockwise, as GeoJSON has them.")
  var counterclockwise = false

  var bufferStyle: BufferStyle {
    BufferStyle(
      quadrantSegments: segments,
      cap: cap.value,
      join: join.value,
      mitreLimit: mitreLimit,
      side: side.value
    )
  }
}

enum CapArgument: String, ExpressibleByArgument, CaseIterable {
  case round
  case flat
  case square

  var value: BufferStyle.Cap {
    switch self {
    case .round: .round
    case .flat: .flat
    case .square: .square
    }
  }
}

enum JoinArgument: String, ExpressibleByArgument, CaseIterable {
  case round
  case mitre
  case bevel

  var value: BufferStyle.Join {
    switch self {
    case .round: .round
    case .mitre: .mitre
    case .bevel: .bevel
    }
  }
}

enum SideArgument: String, ExpressibleByArgument, CaseIterable {
  case both
  case left
  case right

  var value: BufferStyle.Side {
    switch self {
    case .both: .both
    case .left: .left
    case .right: .right
    }
  }
}

enum ConventionArgument: String, ExpressibleByArgument, CaseIterable {
  case esri
  case ogc

  var value: GeometryConvention { self == .esri ? .esri : .ogc }
}

enum MethodArgument: String, ExpressibleByArgument, CaseIterable {
  case linework
  case structure

  var value: RepairMethod { self == .linework ? .linework : .structure }
}
