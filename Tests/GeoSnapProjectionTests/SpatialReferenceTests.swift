import GeoSnapProjection
import Testing

@Suite("Spatial references")
struct SpatialReferenceTests {
  @Test("A code tells the kind, the unit, the area and the figure of the earth")
  func code() throws {
    let utm = try SpatialReference(srid: 25832)
    #expect(utm.description == "ETRS89 / UTM zone 32N (EPSG:25832)")
    #expect(utm.kind == .projected)
    #expect(utm.srid == 25832)
    #expect(utm.axes.map(\.direction) == ["east", "north"])
    #expect(utm.axes.map(\.unit) == ["metre", "metre"])
    #expect(utm.areaOfUse?.contains(longitude: 9, latitude: 48) == true)
    #expect(utm.areaOfUse?.contains(longitude: 20, latitude: 48) == false)
    #expect(utm.ellipsoid?.semiMajorAxis == 6_378_137)
    #expect(!utm.hasHeight)
  }
}
