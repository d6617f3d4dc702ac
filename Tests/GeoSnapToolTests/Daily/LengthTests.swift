import ArgumentParser
import GeoSnap
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

  @Test("A length with a unit is so many units of the reference system")
  func conversion() throws {
    // UTM is in metres, 2263 in US survey feet, 27700 in metres.
    for (text, srid, expected) in [
      ("5", 25832, 5), ("5m", 25832, 5), ("0.5km", 25832, 500), ("3ft", 25832, 0.9144),
      ("1e1 m", 25832, 10), ("25cm", 27700, 0.25), ("1mi", 25832, 1609.344), ("2 KM", 25832, 2000),
      ("2yd", 25832, 1.8288), ("12in", 25832, 0.3048), ("7mm", 25832, 0.007),
      ("0.3048m", 2263, 0.3048 / (1200.0 / 3937)),
    ] as [(String, SRID, Double)] {
      let found = try units(text, srid)
      #expect(abs(found - expected) < 1e-9 * expected, "\(text) in EPSG:\(srid)")
    }
    #expect(try units("5", nil) == 5)
    // A pixel is the 96th part of an inch.
    #expect(abs(try units("10px", 25832, scale: 500) - 10 * 500 * 0.0254 / 96) < 1e-12)
    #expect(throws: Failure.self) { try units("10px", 25832) }
  }

  @Test("Metres are refused where nobody knows a unit's length, with what to give instead")
  func refused() throws {
    func message(_ srid: SRID?) -> String {
      do { return "\(try units("5m", srid))" } catch { return "\(error)" }
    }
    #expect(message(nil).contains("does not declare its reference system"))
    #expect(message(4326).contains("5m is 0.0000449") && message(4326).contains("degrees"))
  }

  @Test("What is no length is none")
  func nonsense() {
    for text in ["", "m", "5q", "5min", "px", "nan", "5 5m", "infm", "m5", "five", "5mm m"] {
      #expect(LengthArgument(argument: text) == nil, "\(text)")
    }
  }
}
