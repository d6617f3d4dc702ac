import ArgumentParser
import GeoSnap
import GeoSnapProjection

/// How a file of features is written.
struct FeatureOutputArguments: ParsableArguments {
  @Option(
    help: "geojson, geojsonl, esrijson, csv, wkt, wkb or gpkg; by default what the name ends in."
  )
  var format: FeatureFormat?
  @Option(help: "The name of the table in a GeoPackage; that of the file by default.")
  var layer: String?
  @Option(
    parsing: .unconditional,
    help: "The EPSG code of the system that geometries are transformed to, such as 4326."
  )
  var toSrid: Int32?
  @Flag(help: "Replace the file when it exists.")
  var force = false

  func validate() throws {
    try ReferenceOption.check(toSrid, "--to-srid")
    if layer?.isEmpty == true { throw ValidationError("--layer: A table has a name.") }
  }

  /// The transformation that was asked for; nil for none.
  ///
  /// - Throws: ``Failure`` when nobody knows what to transform from.
  func transformation(from srid: SRID?, covering extent: Envelope?) throws
    -> CoordinateTransformation?
  {
    guard let toSrid, toSrid != srid else { return nil }
    guard let srid else {
      throw Failure.usage(
        "--to-srid: It is not said which reference system the coordinates are in."
      )
    }
    do throws(ProjectionError) {
      return try CoordinateTransformation(
        from: SpatialReference(srid: srid),
        to: SpatialReference(srid: toSrid),
        covering: extent
      )
    } catch {
      // Where there is a way, but none in the area of the data, the data is at fault.
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
  /// The record in the target system.
  ///
  /// - Throws: ``Failure`` when it has no place there.
  func transform(_ record: FeatureRecord, number: Int) throws -> FeatureRecord {
    guard let geometry = record.geometry else { return record }
    do throws(ProjectionError) {
      var record = record
      record.geometry = try transform(geometry)
      return record
    } catch {
      throw Failure(exitCode: .badData, message: "Feature \(number): \(error)")
    }
  }
}
