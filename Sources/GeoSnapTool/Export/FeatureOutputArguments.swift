import ArgumentParser
import GeoSnap
import GeoSnapProjection

struct FeatureOutputArguments: ParsableArguments {
  @Option(
    help: """
      The format: geojson, geojsonl, esrijson, csv, wkt, wkb or gpkg; by default, the format that the ending \
      of OUT names, or geojson on stdout.
      """
  )
  var format: FeatureFormat?
  @Option(help: "The name of the table in a GeoPackage; by default, the name of the file.")
  var layer: String?
  @Option(
    parsing: .unconditional,
    help: "The EPSG code of the reference system to transform geometries to, such as 4326."
  )
  var toSrid: Int32?
  @Flag(help: "Replace an existing file.")
  var force = false

  func validate() throws {
    try ReferenceOption.check(toSrid, "--to-srid")
    if layer?.isEmpty == true {
      throw ValidationError("--layer: The name of a table must not be empty.")
    }
  }

  /// The format of a file, or of stdout for `-`; throws ``Failure`` when its name does not give one.
  func format(of out: String) throws -> FeatureFormat {
    try format ?? (out == "-" ? .geojson : FeatureFormat(path: out))
  }

  /// Prints what was written; nothing where the features went to stdout.
  func tell(
    _ out: String,
    _ format: FeatureFormat,
    _ features: Int,
    _ srid: SRID?,
    asJSON: Bool
  ) throws {
    if asJSON {
      try JSONValue.object([
        "out": .string(out), "format": .string(format.rawValue), "features": .integer(features),
        "srid": JSONValue(srid.map { Int($0) }),
      ]).print()
    } else if out != "-" {
      try printLines(["Wrote \(count(features, "feature")) to \(out)"])
    }
  }

  /// The requested transformation, or nil for none; throws ``Failure`` when the source system is unknown.
  func transformation(
    from srid: SRID?,
    covering extent: Envelope?,
    undeclared remedy: String = ""
  ) throws -> CoordinateTransformation? {
    guard let toSrid, toSrid != srid else { return nil }
    guard let srid else {
      throw Failure.usage(
        "--to-srid: The reference system of the coordinates is not known.\(remedy)"
      )
    }
    do throws(ProjectionError) {
      return try CoordinateTransformation(
        from: SpatialReference(srid: srid),
        to: SpatialReference(srid: toSrid),
        covering: extent
      )
    } catch {
      // Where there is a transformation, but none for the area of the data, the data is wrong.
      let isData =
        error.code == .noTransformation && extent != nil
        && (try? CoordinateTransformation(
          from: SpatialReference(srid: srid),
          to: SpatialReference(srid: toSrid)
        )) != nil
      throw Failure(
        exitCode: isData ? .badData : .usage,
        message: "--to-srid \(toSrid): \(error)"
      )
    }
  }
}

extension CoordinateTransformation {
  /// The record in the target system; throws ``Failure`` when its coordinates cannot be transformed.
  func transform(_ record: FeatureRecord, number: Int) throws -> FeatureRecord {
    guard let geometry = record.geometry else { return record }
    do throws(ProjectionError) {
      var record = record
      record.geometry = try transform(geometry)
      return record
    } catch {
      throw Failure.badData("Feature \(number): \(error)")
    }
  }
}
