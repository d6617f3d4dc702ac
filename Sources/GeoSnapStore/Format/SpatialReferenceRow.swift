internal import GeoSnap

/// A row of `gpkg_spatial_ref_sys`.
struct SpatialReferenceRow {
  let name: String
  let srsID: Int32
  let organization: String
  let code: Int32
  let definition: String

  /// The rows that every GeoPackage has, in order of id.
  static let required = [
    SpatialReferenceRow(
      name: "Undefined Cartesian SRS",
      srsID: -1,
      organization: "NONE",
      code: -1,
      definition: "undefined"
    ),
    SpatialReferenceRow(
      name: "Undefined geographic SRS",
      srsID: 0,
      organization: "NONE",
      code: 0,
      definition: "undefined"
    ),
    epsg(4326),
  ]

  /// The row of an EPSG code, with a definition for common codes only, since readers look the code up.
  static func epsg(_ code: SRID) -> SpatialReferenceRow {
    let (name, definition) = known[code] ?? ("EPSG:\(code)", "undefined")
    return SpatialReferenceRow(
      name: name,
      srsID: code,
      organization: "EPSG",
      code: code,
      definition: definition
    )
  }

  private static let wgs84 =
    #"GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],"#
    + #"AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],"#
    + #"UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]"#

  private static let known: [SRID: (name: String, definition: String)] = [
    4326: ("WGS 84 geodetic", wgs84),
    3857: (
      "WGS 84 / Pseudo-Mercator",
      #"PROJCS["WGS 84 / Pseudo-Mercator","# + wgs84
        + #","PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],"#
        + #"PARAMETER["false_easting",0],PARAMETER["false_northing",0],"#
        + #"UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH],"#
        + #"EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 "#
        + #"+units=m +nadgrids=@null +wktext +no_defs"],AUTHORITY["EPSG","3857"]]"#
    ),
    25832: (
      "ETRS89 / UTM zone 32N",
      #"PROJCS["ETRS89 / UTM zone 32N",GEOGCS["ETRS89",DATUM["European_Terrestrial_Reference_System_1989","#
        + #"SPHEROID["GRS 1980",6378137,298.257222101,AUTHORITY["EPSG","7019"]],AUTHORITY["EPSG","6258"]],"#
        + #"PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,"#
        + #"AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4258"]],PROJECTION["Transverse_Mercator"],"#
        + #"PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9],"#
        + #"PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],"#
        + #"PARAMETER["false_northing",0],UNIT["metre",1,AUTHORITY["EPSG","9001"]],"#
        + #"AXIS["Easting",EAST],AXIS["Northing",NORTH],AUTHORITY["EPSG","25832"]]"#
    ),
    31467: (
      "DHDN / 3-degree Gauss-Kruger zone 3",
      #"PROJCS["DHDN / 3-degree Gauss-Kruger zone 3",GEOGCS["DHDN",DATUM["Deutsches_Hauptdreiecksnetz","#
        + #"SPHEROID["Bessel 1841",6377397.155,299.1528128,AUTHORITY["EPSG","7004"]],"#
        + #"AUTHORITY["EPSG","6314"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],"#
        + #"UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4314"]],"#
        + #"PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],"#
        + #"PARAMETER["central_meridian",9],PARAMETER["scale_factor",1],"#
        + #"PARAMETER["false_easting",3500000],PARAMETER["false_northing",0],"#
        + #"UNIT["metre",1,AUTHORITY["EPSG","9001"]],AUTHORITY["EPSG","31467"]]"#
    ),
  ]
}
