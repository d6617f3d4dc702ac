import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapTestSupport
import GeoSnapTool
import Testing

@Suite("Lengths on the command line")
struct LengthTests {
  private func units(_ text: String, _ srid: SRID?, scale: Double? = nil) throws -> Double {
    let length = try #require(LengthArgument(argument: text), "\(text)")
    return try length.inUnits(
      of: srid,
      view: scale.map { SnapView(scale: $0) },
      option: "--tolerance"
    )
  }

  @Test(
    "A length with a unit is so many units of the reference system",
    arguments: [
      // UTM is in metres, 2263 in US survey feet, 27700 in metres.
      ("5", 25832 as SRID, 5.0), ("5m", 25832, 5), ("0.5km", 25832, 500), ("3ft", 25832, 0.9144),
      ("1e1 m", 25832, 10), ("25cm", 27700, 0.25), ("1mi", 25832, 1609.344), ("2 KM", 25832, 2000),
      ("2yd", 25832, 1.8288), ("12in", 25832, 0.3048), ("7mm", 25832, 0.007),
      ("0.3048m", 2263, 0.3048 / (1200.0 / 3937)),
    ]
  )
  func conversion(text: String, srid: SRID, expected: Double) throws {
    #expect(abs(try units(text, srid) - expected) < 1e-9 * expected)
  }

  @Test("Pixels are converted by the scale of the map: a pixel is the 96th part of an inch")
  func pixels() throws {
    #expect(abs(try units("10px", 25832, scale: 500) - 10 * 500 * 0.0254 / 96) < 1e-12)
    #expect(throws: Failure.self) { try units("10px", 25832) }
  }

  @Test(
    "A length in metres is refused where nobody knows a unit's length, with what to give instead"
  )
  func refused() throws {
    func message(_ text: String, _ srid: SRID?) -> String {
      do {
        _ = try units(text, srid)
        return "no error"
      } catch { return "\(error)" }
    }
    #expect(message("5m", nil).contains("does not say its reference system"))
    #expect(message("5m", 4326).contains("5m is 0.0000449"), "\(message("5m", 4326))")
    #expect(message("5m", 4326).contains("degrees"))
    #expect(try units("5", nil) == 5)
  }

  @Test(
    "What is no length is none",
    arguments: ["", "m", "5q", "5min", "px", "nan", "5 5m", "infm", "m5", "five", "5mm m"]
  )
  func nonsense(text: String) {
    #expect(LengthArgument(argument: text) == nil)
  }

  @Test("identify, snap, fraction and container take lengths with units as they take numbers")
  func verbs() throws {
    let at = ["--at", "417831.99,5367587.99"]
    func output(_ words: [String]) throws -> String {
      let run = try CommandLineRun([words[0], SampleFile.path] + words.dropFirst())
      #expect(run.exitCode == 0, "\(words): \(run.errors)")
      return run.output
    }
    let plain = try output(["identify"] + at + ["--tolerance", "2"])
    #expect(plain.hasPrefix("2 features") || plain.contains(" features within 2.0"), "\(plain)")
    #expect(try output(["identify"] + at + ["--tolerance", "2m"]) == plain)
    #expect(try output(["identify"] + at + ["--tolerance", "200cm"]) == plain)
    let pixels = try output(
      ["identify"] + at + ["--tolerance", "10px", "--view-scale", "500", "--json"]
    )
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(pixels.utf8)) as? [String: Any]
    )
    let tolerance = try #require(document["tolerance"] as? Double)
    #expect(abs(tolerance - 10 * 500 * 0.0254 / 96) < 1e-9)
    let snap = ["snap"] + at + ["--tolerance"]
    #expect(try output(snap + ["1"]) == output(snap + ["0.001km"]))
    let fraction = ["fraction", "--element", "origin:pipe/1697"] + at + ["--tolerance"]
    #expect(try output(fraction + ["3"]) == output(fraction + ["3m"]))
    #expect(try output(fraction + ["-1"]).isEmpty == false)
    let picture = try output(["render"] + at + ["--size", "50m"])
    #expect(try output(["render"] + at + ["--size", "50"]) == picture)
    #expect(
      try CommandLineRun(["identify", SampleFile.path] + at + ["--tolerance", "10px"]).exitCode
        == 64
    )
  }

  @Test("Operations on geometry take lengths with units when the reference system is said")
  func geometry() throws {
    func run(_ words: String...) throws -> CommandLineRun {
      try CommandLineRun(["geometry"] + words)
    }
    let line = "LINESTRING (0 0, 10 0)"
    let feet = try run(
      "within-distance",
      "POINT (0 1)",
      "POINT (0 0)",
      "--distance",
      "4ft",
      "--srid",
      "25832"
    )
    #expect(feet.exitCode == 0 && feet.output == "true\n", "\(feet.output) \(feet.errors)")
    let near = try run(
      "within-distance",
      "POINT (0 1)",
      "POINT (0 0)",
      "--distance",
      "3ft",
      "--srid",
      "25832"
    )
    #expect(near.output == "false\n")
    let metres = try run("buffer", line, "--distance", "5m", "--srid", "25832")
    #expect(metres.output == (try run("buffer", line, "--distance", "5")).output)
    #expect(!metres.output.isEmpty)
    let unknown = try run("buffer", line, "--distance", "5m")
    #expect(unknown.exitCode == 64 && unknown.errors.contains("--srid"), "\(unknown.errors)")
    let degrees = try run("buffer", line, "--distance", "5m", "--srid", "4326")
    #expect(degrees.exitCode == 64 && degrees.errors.contains("degrees"))
    let ground = try run("geodesic-buffer", "POINT (8 48)", "--distance", "0.1km", "--srid", "4326")
    let same = try run("geodesic-buffer", "POINT (8 48)", "--distance", "100", "--srid", "4326")
    #expect(ground.exitCode == 0 && ground.output == same.output, "\(ground.errors)")
  }
}
