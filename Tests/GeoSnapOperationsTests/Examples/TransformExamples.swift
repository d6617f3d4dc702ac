// Written by Scripts/check-documentation from doc comments: change those.
// swift-format-ignore-file

import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Examples in the documentation: Transform")
struct TransformExamples {

  @Test("Geometry.normalizingCentralMeridian(worldWidth:)")
  func exampleNormalizingCentralMeridian() throws {
    let route = try Geometry(wkt: "LINESTRING (170 0, 190 0)")
    shows(try route.normalizingCentralMeridian().wkt, "MULTILINESTRING ((170 0, 180 0), (-180 0, -170 0))")
    let mercator = try Geometry(wkt: "POINT (20037509 0)")
    shows(try mercator.normalizingCentralMeridian(worldWidth: 40_075_017).wkt, "POINT (-20037508 0)")
  }

  @Test("Geometry.moved(dx:dy:dz:)")
  func exampleMoved() throws {
    let pole = try Geometry(wkt: "POINT Z (10 20 3)")
    shows(try pole.moved(dx: 2, dy: 0, dz: 1).wkt, "POINT Z (12 20 4)")
  }

  @Test("Geometry.rotated(degrees:around:)")
  func exampleRotated() throws {
    let valve = try Geometry(wkt: "LINESTRING (0 0, 2 0)")
    shows(try valve.rotated(degrees: 90).wkt, "LINESTRING (1 -1, 1 1)")
    shows(try valve.rotated(degrees: -90, around: Coordinate(x: 0, y: 0)).wkt, "LINESTRING (0 0, 0 -2)")
  }

  @Test("Geometry.scaled(x:y:around:)")
  func exampleScaled() throws {
    let symbol = try Geometry(wkt: "LINESTRING (0 0, 2 2)")
    shows(try symbol.scaled(x: 2, y: 2).wkt, "LINESTRING (-1 -1, 3 3)")
    shows(try symbol.scaled(x: 1, y: -1, around: Coordinate(x: 0, y: 0)).wkt, "LINESTRING (0 0, 2 -2)")
  }

  @Test("Geometry.settingZ(_:)")
  func exampleSettingZ() throws {
    shows(try Geometry(wkt: "LINESTRING M (0 0 1, 9 0 2)").settingZ(5).wkt, "LINESTRING ZM (0 0 5 1, 9 0 5 2)")
  }

  @Test("Geometry.settingM(_:)")
  func exampleSettingM() throws {
    shows(try Geometry(wkt: "POINT Z (9 0 6)").settingM(12).wkt, "POINT ZM (9 0 6 12)")
    shows(try Geometry(wkt: "POINT Z (9 0 6)").settingM(.nan).wkt, "POINT ZM (9 0 6 nan)")
  }

  @Test("Geometry.settingZAndM(z:m:)")
  func exampleSettingZAndM() throws {
    shows(try Geometry(wkt: "POINT (3 4)").settingZAndM(z: 12, m: 0).wkt, "POINT ZM (3 4 12 0)")
  }

  @Test("Geometry.interpolatingZ(from:to:)")
  func exampleInterpolatingZ() throws {
    let main = try Geometry(wkt: "LINESTRING (0 0, 2 0, 8 0)")
    shows(try main.interpolatingZ(from: 10, to: 14).wkt, "LINESTRING Z (0 0 10, 2 0 11, 8 0 14)")
  }

  @Test("Geometry.interpolatingM(from:to:)")
  func exampleInterpolatingM() throws {
    let main = try Geometry(wkt: "LINESTRING (0 0, 2 0, 8 0)")
    shows(try main.interpolatingM(from: 0, to: 800).wkt, "LINESTRING M (0 0 0, 2 0 200, 8 0 800)")
  }

  @Test("Geometry.fillingMissingZ()")
  func exampleFillingMissingZ() throws {
    let surveyed = try Geometry(wkt: "LINESTRING Z (0 0 10, 2 0 nan, 8 0 14, 9 0 nan)")
    shows(try surveyed.fillingMissingZ().wkt, "LINESTRING Z (0 0 10, 2 0 11, 8 0 14, 9 0 14)")
  }

  @Test("Geometry.fillingMissingM()")
  func exampleFillingMissingM() throws {
    let route = try Geometry(wkt: "LINESTRING M (0 0 0, 2 0 nan, 8 0 800)")
    shows(try route.fillingMissingM().wkt, "LINESTRING M (0 0 0, 2 0 200, 8 0 800)")
  }
}
