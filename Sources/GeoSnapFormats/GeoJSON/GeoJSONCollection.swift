/// A feature collection of GeoJSON in memory.
///
/// ``GeoJSONReader`` reads files that are too large for memory.
///
/// ```swift
/// let text = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[8,48]},"properties":{"size":50}}"#
/// let collection = try GeoJSONCollection(geoJSON: Array(text.utf8), srid: 4326)
/// collection.features[0].geometry   // -> POINT (8 48)
/// try collection.geoJSON().isEmpty  // -> false
/// ```
///
/// - Units: Ordinates are read and written unchanged; RFC 7946 permits degrees on WGS 84 only.
/// - Z and M: As ``Geometry/init(geoJSON:srid:)-(String,_)``.
/// - Source: RFC 7946, 3.3; sequences as in RFC 8142.
public struct GeoJSONCollection: Equatable, Sendable {
  /// The features, in stored order.
  public var features: [GeoJSONFeature]
  /// Other members, unchanged: a `bbox`, and foreign ones such as `crs` and `name`.
  public var foreignMembers: [String: JSONFragment]

  /// Creates a collection.
  public init(_ features: [GeoJSONFeature], foreignMembers: [String: JSONFragment] = [:]) {
    self.features = features
    self.foreignMembers = foreignMembers
  }

  /// Reads a feature collection, or features and geometries one after the other, from UTF-8.
  ///
  /// - Throws: ``FormatError`` as ``Geometry/init(geoJSON:srid:)-(String,_)``, with byte offset and line of the first
  ///   feature that cannot be read.
  /// - Complexity: Linear in the input.
  public init(geoJSON bytes: [UInt8], srid: SRID? = nil) throws(FormatError) {
    var reader = GeoJSONReader(srid: srid, longestFeature: .max)
    reader.append(bytes)
    reader.finish()
    features = []
    while let feature = try reader.next() {
      features.append(consume feature)
      if features.count == 100 {
        // Room for all features, if the others are as long as these.
        let length = (bytes.count - reader.pending) / features.count
        features.reserveCapacity(features.count + bytes.count / length)
      }
    }
    foreignMembers = reader.foreignMembers
  }

  /// The collection as GeoJSON in UTF-8, each feature on a line.
  ///
  /// - Throws: As ``Geometry/geoJSON(_:)``.
  /// - Complexity: Linear in the size.
  public func geoJSON(_ ordinates: OrdinateFormat = .shortest) throws(GeometryError) -> [UInt8] {
    var writer = JSONWriter(ordinates: ordinates)
    writer.write("{\"type\":\"FeatureCollection\",\"features\":[")
    for (index, feature) in features.enumerated() {
      writer.write(index > 0 ? ",\n" : "\n")
      try feature.write(&writer)
    }
    writer.write("\n]")
    try writer.writeMembers(foreignMembers)
    writer.write("}\n")
    return writer.bytes
  }
}

/// The EPSG or Esri code of a member `crs`, which GeoJSON had before RFC 7946; nil for other systems, and for compound
/// ones.
///
/// - `name`: Its name, such as `urn:ogc:def:crs:EPSG::25832`, `EPSG:25832` or
///   `http://www.opengis.net/def/crs/EPSG/0/25832`.
/// - `type`, `code`: Its type and code; a draft of GeoJSON had codes of type `EPSG`.
package func systemCode(name: String?, type: String?, code: String?) -> SRID? {
  let coded = type == "EPSG" ? code.map { "EPSG:\($0)" } : nil
  guard let name = (name ?? coded)?.uppercased(),
    // The names of compound systems have commas or queries.
    !name.contains(where: { ",?&".contains($0) }),
    let last = name.split(whereSeparator: { ":/#".contains($0) }).last
  else { return nil }
  if last == "CRS84" || last == "CRS84H" { return 4326 }
  guard name.contains("EPSG") || name.contains("ESRI") else { return nil }
  return SRID(last).flatMap { $0 > 0 ? $0 : nil }
}
