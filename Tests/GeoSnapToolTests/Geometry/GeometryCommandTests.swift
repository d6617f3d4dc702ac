import Foundation
import GeoSnapTestSupport
import Testing

@Suite("geosnap geometry")
struct GeometryCommandTests {
  /// An answer for every operation there is, so that none is listed that cannot be asked.
  static let samples: [(operation: String, arguments: [String])] = [
    ("contains", ["--with", "POINT (1 1)"]), ("covered-by", ["--with", "POINT (1 1)"]),
    ("covers", ["--with", "POINT (1 1)"]), ("crosses", ["--with", "POINT (1 1)"]),
    ("disjoint", ["--with", "POINT (1 1)"]), ("equals", ["--with", "POINT (1 1)"]),
    ("equals-exactly", ["--with", "POINT (1 1)"]),
    ("equals-normalized", ["--with", "POINT (1 1)"]),
    ("intersects", ["--with", "POINT (1 1)"]), ("overlaps", ["--with", "POINT (1 1)"]),
    ("relate", ["--with", "POINT (1 1)"]), ("touches", ["--with", "POINT (1 1)"]),
    ("within", ["--with", "POINT (1 1)"]),
    ("within-distance", ["--with", "POINT (1 1)", "--distance", "1"]),
    ("is-simple", []), ("is-valid", []), ("simplicity", []), ("validity", []), ("area", []),
    ("length", []), ("distance", ["--with", "POINT (9 9)"]),
    ("hausdorff-distance", ["--with", "POINT (9 9)"]),
    ("frechet-distance", ["--with", "POINT (9 9)"]), ("minimum-clearance", []),
    ("minimum-clearance-line", []), ("envelope", []),
    ("nearest-points", ["--with", "POINT (9 9)"]),
    ("nearest-coordinate", ["--at", "1,1"]), ("nearest-boundary", ["--at", "1,1"]),
    ("nearest-vertex", ["--at", "-1,1"]), ("coordinate-count", []),
    ("union", ["--with", "POINT (9 9)"]), ("intersection", ["--with", "POINT (1 1)"]),
    ("intersections", ["--with", "POINT (1 1)"]), ("difference", ["--with", "POINT (1 1)"]),
    ("symmetric-difference", ["--with", "POINT (9 9)", "--grid", "0.5"]), ("unary-union", []),
    ("clip", ["--extent", "0,0,1,1"]), ("snap", ["--with", "POINT (4.1 4)", "--tolerance", "1"]),
    ("node", []), ("merge-lines", []), ("polygonize", []),
    ("auto-complete", ["--with", "LINESTRING (4 1, 6 1, 6 2, 4 2)"]),
    ("cut", ["--with", "LINESTRING (2 -1, 2 9)"]),
    ("reshape", ["--with", "LINESTRING (1 9, 1 3, 2 3, 2 9)"]), ("offset", ["--distance", "-1"]),
    ("buffer", ["--distance", "-1", "--segments", "2"]), ("boundary", []), ("centroid", []),
    ("point-on-surface", []), ("label-point", []), ("convex-hull", []),
    ("concave-hull", ["--ratio", "0.5"]), ("minimum-rotated-rectangle", []),
    ("minimum-bounding-circle", []), ("maximum-inscribed-circle", []), ("delaunay", []),
    ("constrained-delaunay", []), ("voronoi", []), ("densify", ["--length", "1"]),
    ("generalize", ["--deviation", "1"]), ("remove-repeated-vertices", []),
    ("round", ["--grid", "1"]), ("simplify", []), ("repair", []), ("normalize", []),
    ("move", ["--dx", "-1", "--dy", "1"]), ("rotate", ["--degrees", "-90"]),
    ("scale", ["--x", "2", "--y", "2"]), ("reverse", []), ("orient", []),
    ("normalize-central-meridian", []), ("remove-z", []), ("remove-m", []), ("remove-zm", []),
    ("set-z", ["--z", "1"]), ("set-m", ["--m", "1"]), ("parts", []), ("multi", []),
  ]
  static let lineSamples: [(operation: String, arguments: [String])] = [
    ("fraction", ["--at", "5,1"]), ("point-at-distance", ["--distance", "3"]),
    ("point-at-fraction", ["--fraction", "0.5"]), ("substring", ["--from", "0.1", "--to", "0.2"]),
    ("split", ["--fraction", "0.5", "--fraction", "0.7"]),
    ("interpolate-z", ["--from", "0", "--to", "9"]),
    ("extend", ["--with", "LINESTRING (20 -5, 20 5)"]),
    ("interpolate-m", ["--from", "0", "--to", "9"]),
    ("shared-paths", ["--with", "LINESTRING (2 0, 3 0)"]),
  ]

  static let groundSamples: [(operation: String, arguments: [String])] = [
    ("project", ["--to-srid", "3857"]), ("geodesic-length", []), ("geodesic-area", []),
    ("geodesic-distance", ["--with", "POINT (9 9)"]), ("geodesic-nearest", ["--at", "5,1"]),
    ("geodesic-fraction", ["--at", "5,1", "--tolerance=-1"]),
    ("geodesic-point-at-fraction", ["--fraction", "0.5"]),
    ("geodesic-densify", ["--length", "100000"]),
    ("geodesic-buffer", ["--distance", "1000", "--deviation", "1"]),
  ]
  static let placeSamples: [(operation: String, arguments: [String])] = [
    ("geodesic-line", ["--with", "POINT (9 9)"]),
    ("geodesic-move", ["--distance", "-5", "--azimuth", "-45"]),
  ]

  @Test("Every operation that is listed answers")
  func all() throws {
    let listed = try CommandLineRun(["geometry", "--list"]).output.split(separator: "\n")
      .map { String($0.prefix { $0 != "\t" }) }
    let onGround = Self.groundSamples + Self.placeSamples
    let known = (Self.samples + Self.lineSamples + onGround).map(\.operation)
    #expect(Set(listed) == Set(known))
    #expect(listed.count == Set(listed).count)
    for (samples, geometry) in [
      (Self.samples, "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))"),
      (Self.lineSamples, "LINESTRING (0 0, 10 0)"),
      (
        Self.groundSamples.map { ($0.operation, $0.arguments + ["--srid", "4326"]) },
        "LINESTRING (0 0, 10 0)"
      ),
      (Self.placeSamples.map { ($0.operation, $0.arguments + ["--srid", "4326"]) }, "POINT (1 1)"),
    ] {
      for sample in Extent.every(6, of: samples) {
        let run = try CommandLineRun(["geometry", sample.operation, geometry] + sample.arguments)
        #expect(run.exitCode == 0, "\(sample): \(run.errors)")
        #expect(!run.output.isEmpty, "\(sample)")
      }
    }
  }

  @Test("One geometry a line; lines that cannot be read are named, the others answered")
  func batch() throws {
    let lines = """
      POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))
      nonsense

      {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[0,2],[2,2],[0,0]]]}}
      0101000000000000000000F03F0000000000000040
      LINESTRING (1 1)
      """
    let run = try CommandLineRun(["geometry", "area"], input: Array(lines.utf8))
    #expect(run.output == "16.0\n2.0\n0.0\n")
    #expect(run.exitCode == 3)
    #expect(run.errors.contains("line 2: 'NONSENSE' is not a geometry type."))
    #expect(run.errors.contains("line 6: A line needs 2 coordinates; got 1."))
    let json = try CommandLineRun(["geometry", "area", "--json"], input: Array(lines.utf8))
    let documents = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    )
    #expect(documents.map { $0["line"] as? Int } == [1, 2, 4, 5, 6])
    #expect(documents[0]["answer"] as? Double == 16)
    #expect(documents[1]["error"] is String)
  }

  @Test("Two geometries stand as two arguments, on one line, or one of them in --with")
  func pairs() throws {
    let one = "LINESTRING (0 0, 4 4)"
    let other = "LINESTRING (0 4, 4 0)"
    #expect(try CommandLineRun(["geometry", "crosses", one, other]).output == "true\n")
    #expect(try CommandLineRun(["geometry", "crosses", one, "--with", other]).output == "true\n")
    let run = try CommandLineRun(
      ["geometry", "intersection", "--convention", "ogc", "--format", "geojson"],
      input: Array("\(one)\t\(other)\n".utf8)
    )
    #expect(run.output == "{\"type\":\"Point\",\"coordinates\":[2,2]}\n")
  }

  @Test("What is missing or unknown on the command line is said, with code 64")
  func usage() throws {
    for (arguments, words) in [
      (["levitate", "POINT (0 0)"], "--list"), (["buffer", "POINT (0 0)"], "--distance"),
      (["nearest-vertex", "POINT (0 0)"], "--at"), ([], "--list"),
      (["area", "POINT (0 0)", "--with", "POINT (0 0)"], "one geometry"),
    ] {
      let run = try CommandLineRun(["geometry"] + arguments)
      #expect(run.exitCode == 64, "\(arguments)")
      #expect(run.errors.contains(words), "\(run.errors)")
    }
    let bad = try CommandLineRun(["geometry", "distance", "POINT (0 0)", "--with", "POINT"])
    #expect(bad.exitCode == 65)
    #expect(bad.errors.contains("--with"))
  }

  @Test("Geometries are written as WKB that is read again, with Z and M")
  func binary() throws {
    let run = try CommandLineRun([
      "geometry", "reverse", "LINESTRING ZM (0 0 1 2, 1 1 3 4)", "--format", "wkb",
    ])
    let back = try CommandLineRun(["geometry", "reverse", run.output])
    #expect(back.output == "LINESTRING ZM (0 0 1 2, 1 1 3 4)\n")
    let esri = try CommandLineRun([
      "geometry", "reverse", "SRID=25832;LINESTRING ZM (0 0 1 2, 1 1 3 4)", "--format", "esrijson",
    ])
    let text =
      #"{"hasZ":true,"hasM":true,"paths":[[[1,1,3,4],[0,0,1,2]]],"spatialReference":{"wkid":25832}}"#
    #expect(esri.output == text + "\n")
    let again = try CommandLineRun(["geometry", "reverse", text, "--format", "ewkt"])
    #expect(again.output == "SRID=25832;LINESTRING ZM (0 0 1 2, 1 1 3 4)\n")
    let places = ["SRID=25832;POINT (1 1)", "SRID=25832;POINT (3 3)", "--format", "ewkt"]
    let nearest = try CommandLineRun(["geometry", "nearest-points"] + places)
    #expect(nearest.output == "SRID=25832;LINESTRING (1 1, 3 3)\n")
    let vertex = try CommandLineRun([
      "geometry", "nearest-vertex", "SRID=25832;POINT (1 1)", "--at", "3,3", "--format", "ewkt",
    ])
    #expect(vertex.output.contains("SRID=25832;POINT (1 1)"), "\(vertex.output)\(vertex.errors)")
  }

  @Test("On the ground lengths are in metres, and the reference system has to be known")
  func onGround() throws {
    let line = "LINESTRING (8 48, 8.01 48)"
    let length = try CommandLineRun(["geometry", "geodesic-length", line, "--srid", "4326"])
    let metres = try #require(Double(length.output.trimmingCharacters(in: .newlines)))
    #expect(abs(metres - 746.253_535_1) < 1e-6)
    let unknown = try CommandLineRun(["geometry", "geodesic-length", line])
    #expect(unknown.exitCode == 64)
    #expect(unknown.errors.contains("--srid"))
    let projected = try CommandLineRun(
      [
        "geometry", "project", "--srid", "4326", "--to-srid", "25832", "POINT (9 48)",
        "POINT (9 95)",
      ]
    )
    #expect(projected.exitCode == 65)
    #expect(projected.output.contains("500000"))
    #expect(
      projected.errors.contains("argument 2: Coordinate 0, at 9.0 95.0 in WGS 84 (EPSG:4326)")
    )
    #expect(try CommandLineRun(["geometry", "project", "--srid", "4326", line]).exitCode == 64)
    let nowhere = try CommandLineRun(
      ["geometry", "project", "--srid", "4326", "--to-srid", "7", "POINT (9 48)"]
    )
    #expect(nowhere.exitCode == 64)
    #expect(nowhere.errors.contains("--to-srid 7: PROJ knows no reference system"))
  }

  @Test("All lines that are projected lie in one extent, so that what they share stays shared")
  func sharedExtent() throws {
    let lines = "POINT (-100.1 40.2)\nLINESTRING (-100.1 40.2, -150 61)\n"
    let run = try CommandLineRun(
      ["geometry", "project", "--srid", "4326", "--to-srid", "4267"],
      input: Array(lines.utf8)
    )
    #expect(run.exitCode == 0, "\(run.errors)")
    let found = run.output.split(separator: "\n")
    let point = try #require(found.first).dropFirst("POINT (".count).dropLast()
    #expect(found.last?.hasPrefix("LINESTRING (\(point),") == true, "\(run.output)")
    #expect(run.errors.contains("note: Coordinates were transformed from"), "\(run.errors)")
    let broken = try CommandLineRun(
      ["geometry", "project", "--srid", "4326", "--to-srid", "4267"],
      input: Array("POINT (nan 1)\nPOINT (1e300 1)\nPOINT (inf 1)\n\(lines)".utf8)
    )
    #expect(broken.exitCode == 3)
    #expect(broken.output.split(separator: "\n").suffix(2) == found, "\(broken.output)")
  }

  @Test("An answer that its form cannot hold is an error of its line, and the others are answered")
  func formsThatCannotHold() throws {
    let lines = """
      POINT (1 1)
      GEOMETRYCOLLECTION (POINT (1 1))
      POINT M (2 2 3)
      POINT (nan 1)
      POINT (2 2)
      """
    for (form, wrong) in [("esrijson", [2, 4]), ("geojson", [3, 4])] {
      let arguments = ["geometry", "reverse", "--format", form]
      let run = try CommandLineRun(arguments, input: Array(lines.utf8))
      #expect(run.exitCode == 3)
      #expect(run.output.split(separator: "\n").count == 5 - wrong.count, "\(run.output)")
      for line in wrong { #expect(run.errors.contains("line \(line): "), "\(run.errors)") }
      let json = try CommandLineRun(arguments + ["--json"], input: Array(lines.utf8))
      #expect(json.exitCode == 3)
      let documents = try #require(
        try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
      )
      let failed = documents.filter { $0["error"] != nil }.compactMap { $0["line"] as? Int }
      #expect(documents.count == 5 && failed == wrong)
    }
    let alone = try CommandLineRun([
      "geometry", "reverse", "POINT M (1 1 2)", "--format", "geojson",
    ])
    #expect(alone.exitCode == 65)
    #expect(alone.errors.contains("argument 1: GeoJSON has no place for measures"))
  }

  @Test(
    "Options that an operation would not look at are refused",
    arguments: [
      ["area", "--grid", "1"], ["area", "--srid", "4326"], ["intersects", "--tolerance", "5"],
      ["geodesic-buffer", "--distance", "1", "--cap", "flat"],
      ["fraction", "--at", "1,1", "--at", "2,1"], ["split"],
      ["point-at-fraction", "--fraction", "0.1", "--fraction", "0.2"],
      ["split", "--fraction", "0.1", "--at", "2,1"], ["round", "--grid", "0"],
    ]
  )
  func unusedOptions(_ arguments: [String]) throws {
    let line = "LINESTRING (0 0, 9 0)"
    let with = arguments[0] == "intersects" ? ["--with", line] : []
    let run = try CommandLineRun(["geometry"] + arguments + [line] + with)
    #expect(run.exitCode == 64, "\(run.output)\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test("Whole numbers are written as such, and what has no width is no area")
  func counts() throws {
    func answer(_ words: String...) throws -> String {
      try CommandLineRun(["geometry"] + words).output
    }
    let line = "LINESTRING (0 0, 4 0, 4 4)"
    #expect(try answer("coordinate-count", line) == "3\n")
    #expect(
      try answer("nearest-vertex", "--at", "4,5", line).hasSuffix(
        "part: 0\tindex: 2\tfraction: 0.0\n"
      )
    )
    #expect(try answer("envelope", "POINT (1 2)") == "POINT (1 2)\n")
    #expect(try answer("envelope", "POINT (nan 2)").hasPrefix("POLYGON"))
    #expect(try answer("envelope", "LINESTRING (1 2, 1 0)") == "LINESTRING (1 0, 1 2)\n")
    let far = try CommandLineRun(["geometry", "buffer", "--distance", "1e308", line])
    #expect(
      far.errors.contains("A buffer distance must be a number within ±1e+150"),
      "\(far.errors)"
    )
    #expect(far.exitCode == 65)
  }

  @Test("The list is one document too")
  func listAsJSON() throws {
    let text = try CommandLineRun(["geometry", "--list"]).output
    let json = try CommandLineRun(["geometry", "--list", "--json"])
    let documents = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    )
    #expect(documents.count == text.split(separator: "\n").count)
    #expect(documents.allSatisfy { Set($0.keys) == ["name", "geometries", "options", "summary"] })
  }

  @Test("What is no geometry says what is expected; a file comes by stdin")
  func noGeometry() throws {
    let list = try CommandLineRun(["geometry", "area", "[1,2]"])
    #expect(list.errors.contains("argument 1: The name of a geometry type is expected here"))
    let curve = try CommandLineRun(["geometry", "area", "CIRCULARSTRING (0 0, 1 1, 2 0)"])
    #expect(curve.errors.contains("CIRCULARSTRING is not supported"))
    let file = try CommandLineRun(["geometry", "area", SampleFile.path])
    #expect(file.errors.contains("is a file"), "\(file.errors)")
    let missing = try CommandLineRun(["geometry", "area"], input: Array("POINT (1)\n".utf8))
    #expect(missing.errors.contains("line 1: ") && !missing.errors.contains(", line"))
    let layer = try CommandLineRun(["validate", "geometry", SampleFile.path])
    #expect(layer.exitCode == 65 && layer.errors.contains("--layer"), "\(layer.errors)")
  }
}
