import GeoSnapProjection
import Testing

@Suite("Spatial references")
struct SpatialReferenceTests {
  @Test("A code tells the kind, the unit, the area and the figure of the earth")
  func code() throws {
    let utm = try SpatialReference(srid: 25832)
    #expect(utm.description == "ETRS89 / UTM zone 32N (EPSG:25832)")
    #expect(utm.kind == .projected && utm.srid == 25832 && !utm.hasHeight)
    #expect(utm.axes.map { "\($0.direction) \($0.unit)" } == ["east metre", "north metre"])
    #expect(utm.areaOfUse?.contains(longitude: 9, latitude: 48) == true)
    #expect(utm.areaOfUse?.contains(longitude: 20, latitude: 48) == false)
    #expect(utm.ellipsoid?.semiMajorAxis == 6_378_137)
    let feet = try SpatialReference(srid: 2263)
    #expect(abs(feet.axes[0].unitFactor - 1_200 / 3_937.0) < 1e-15)
    let grads = try SpatialReference(srid: 4807)
    #expect((grads.kind, grads.axes[0].unit) == (.geographic, "grad"))
    let heights = try SpatialReference(srid: 5783)
    #expect((heights.kind, heights.ellipsoid) == (.vertical, nil))
    let compound = try SpatialReference(parsing: "EPSG:2263+6360")
    #expect((compound.kind, compound.hasHeight, compound.axes.count) == (.projected, true, 3))
    #expect(try SpatialReference(srid: 4978).kind == .geocentric)
    // New Zealand reaches across the antimeridian.
    let zealand = try #require(try SpatialReference(srid: 2193).areaOfUse)
    #expect(zealand.contains(longitude: 175, latitude: -40))
    #expect(!zealand.contains(longitude: 0, latitude: -40))
    let chatham = try #require(try SpatialReference(srid: 4167).areaOfUse)
    #expect(chatham.west > chatham.east)
    #expect(chatham.contains(longitude: -178, latitude: -40))
    #expect(!chatham.contains(longitude: 0, latitude: -40))
  }

  @Test("A system reads the same from its code, from WKT, PROJJSON-like text and a PROJ string")
  func forms() throws {
    let code = try SpatialReference(srid: 25832)
    let wkt = try SpatialReference(parsing: code.wkt)
    #expect(wkt.srid == 25832)
    #expect(wkt.name == code.name && wkt.kind == code.kind)
    #expect(wkt.axes == code.axes && wkt.ellipsoid == code.ellipsoid)
    let text = "+proj=utm +zone=32 +ellps=GRS80 +units=m"
    let proj = try SpatialReference(parsing: text, srid: 25832)
    #expect((proj.kind, proj.srid, proj.authority) == (.projected, 25832, nil))
    #expect(try SpatialReference(authority: "ESRI", code: "102100").kind == .projected)
    #expect(try SpatialReference(srid: 102100).authority == "ESRI")
    let bound = try SpatialReference(parsing: "+proj=longlat +ellps=bessel +towgs84=598,73,418")
    #expect(bound.kind == .geographic)
    #expect(bound.ellipsoid.map { Int($0.semiMajorAxis) } == 6_377_397)
    #expect(try SpatialReference(parsing: "+proj=longlat +R=6371000").ellipsoid?.flattening == 0)
  }

  @Test(
    "What PROJ does not know is named",
    arguments: ["EPSG:1", "WGS 84", "", "+proj=nothing", "PROJCS[]", "{"]
  )
  func unknown(definition: String) throws {
    let error = #expect(throws: ProjectionError.self) { try SpatialReference(parsing: definition) }
    #expect(error?.code == .unknownReference)
    #expect(error?.message.contains(definition) == true)
  }

  @Test("A code that nobody gave is refused", arguments: [0, -1, 1, 999_999] as [Int32])
  func unknownCode(srid: Int32) throws {
    let error = #expect(throws: ProjectionError.self) { try SpatialReference(srid: srid) }
    #expect(error?.code == .unknownReference)
    #expect(error?.message.contains("\(srid)") == true)
    #expect(throws: ProjectionError.self) {
      try SpatialReference(authority: "EPSG", code: "\(srid)")
    }
    #expect(throws: ProjectionError.self) { try SpatialReference(authority: "", code: "4326") }
  }
}
