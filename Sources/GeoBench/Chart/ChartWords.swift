/// An engine as people know it.
struct ChartEngine {
  /// What an engine is to the reader, which decides the colour of its bars.
  enum Role: String, CaseIterable {
    case product
    /// Read-only C++ that says what the machine can do.
    case limit
    case rival
  }

  let name: String
  let role: Role

  /// An engine that is not known here keeps its own name.
  init(_ engine: String) {
    name = ChartEngine.names[engine] ?? engine
    role =
      if engine.hasPrefix("geosnap") {
        .product
      } else if engine.hasPrefix("limit") {
        .limit
      } else {
        .rival
      }
  }

  private static let names = [
    "geosnap": "GeoSnap",
    "geos": "GEOS, from C",
    "geos-strtree": "GEOS STRtree",
    "boost-box": "Boost, boxes",
    "boost-segment": "Boost, segments",
    "boost-line": "Boost, lines",
    "boost-quadratic": "Boost, quadratic",
    "boost-rstar": "Boost, R*",
    "boost-bulk": "Boost, bulk-loaded",
    "limit-float": "C++ limit, float",
    "limit-int": "C++ limit, integer",
    "limit-csr": "C++ limit, rows",
    "shapely": "Shapely",
    "sqlite-rtree": "SQLite R*Tree",
    "qgis-locator": "QGIS locator",
  ]
}

/// Jobs in words.
enum ChartWords {
  /// A name may end with a number of segments: `distance 10`.
  static func job(_ job: String) -> (title: String, subtitle: String) {
    if let words = jobs[job] { return words }
    let parts = job.split(separator: " ")
    guard parts.count == 2, let words = jobs[String(parts[0])] else {
      return (job, "one operation")
    }
    return ("\(words.0), \(parts[1]) segments", words.1)
  }

  private static let jobs = [
    "build": ("Build", "an entry: a segment or a junction"),
    "buildParallel": ("Build on all cores", "an entry: a segment or a junction"),
    "identify": ("Identify", "features within 5 m of a point, with distances"),
    "identifyBatch": ("Identify, in batches", "the same, many points at once"),
    "identifyBatchParallel": ("Identify, in batches on all cores", "the same, many points at once"),
    "snapEdge": ("Snap to a segment", "the nearest place on a line within 5 m"),
    "snapBatch": ("Snap, in batches", "the same, many points at once"),
    "snapVertex": ("Snap to a vertex", "the nearest vertex of a line within 5 m"),
    "extent": ("Associations by extent", "those that meet a square of 200 m"),
    "nearest1": ("Nearest", "the nearest segment or junction, however far"),
    "nearest8": ("Nearest 8", "the 8 nearest segments and junctions"),
    "insertAll": ("Insert all", "a feature, from nothing to all of them"),
    "insert": ("Insert", "a feature with all its segments"),
    "delete": ("Delete", "a feature with all its segments"),
    "move": ("Move", "a feature by some metres"),
    "deleteSnapshots": ("Delete, with snapshots", "one taken every 100 features"),
    "insertSnapshots": ("Insert, with snapshots", "one taken every 100 features"),
    "moveSnapshots": ("Move, with snapshots", "one taken every 100 features"),
    "identifyEdited1": ("Identify, 1% edited", "as identify, after edits of 1% of the features"),
    "identifyEdited10": ("Identify, 10% edited", "as identify, after edits of 10% of the features"),
    "snapEdgeEdited1": ("Snap to a segment, 1% edited", "after edits of 1% of the features"),
    "snapVertexEdited1": ("Snap to a vertex, 1% edited", "after edits of 1% of the features"),
    "nearest1Edited1": ("Nearest, 1% edited", "after edits of 1% of the features"),
    "nearest8Edited1": ("Nearest 8, 1% edited", "after edits of 1% of the features"),
    "mixed": ("Mixed", "of 100 operations, 90 ask and 10 edit"),
    "distance": ("Distance", "from a line to a place"),
    "nearest": ("Nearest place", "of a line to a place"),
    "fraction": ("Fraction along", "of a line, where a place is"),
    "length": ("Length", "of a line"),
    "envelope": ("Envelope", "of a line"),
    "pointBuffer": ("Buffer of a point", "33 vertices"),
    "buffer": ("Buffer of a line", "from and to arrays"),
    "intersectAreas": ("Intersection of areas", "from and to arrays"),
    "intersectLine": ("Line within an area", "from and to arrays"),
    "preparedContains": ("Prepared: contains", "a point from an array"),
    "preparedIntersects": ("Prepared: intersects", "a line of 4 segments from an array"),
    "preparedWithin": ("Prepared: within 5 m", "a point from an array"),
    "open": ("Open", "an index from disk"),
    "traceBuild": ("Build the topology", "of features, from where they lie"),
    "traceConnected": ("Trace everything", "every node and edge, from one start"),
    "traceFeeder": ("Trace a feeder", "1,024 nodes and their edges, up to barriers"),
    "traceDistances": ("Distances", "the least costs from one node to all"),
    "traceSubnetwork": ("Trace subnetworks", "two conditions and a propagator"),
    "traceUpstream": ("Trace upstream", "from all ends, with the direction"),
    "traceDownstream": ("Trace downstream", "from all controllers, with the direction"),
    "traceDownstreamKept": ("Trace downstream again", "the direction is known"),
  ]
}
