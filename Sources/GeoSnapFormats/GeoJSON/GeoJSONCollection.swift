/// A feature collection of GeoJSON, all of it in memory.
///
/// ``GeoJSONReader`` reads files that are too large for that.
///
/// ```swift
/// let text = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[8,48]},"properties":{"size":50}}"#
/// let collection = try GeoJSONCollection(geoJSON: Array(text.utf8), srid: 4326)
/// collection.features[0].geometry   // -> POINT (8 48)
/// try collection.geoJSON().isEmpty  // -> false
/// ```
///
/// - Units: Ordinates are read and written as they are; RFC 7946 knows degrees on WGS 84 only.
/// - Z and M: As ``Geometry/init(geoJSON:srid:)-(String,_)``.
/// - Source: RFC 7946, 3.3; sequences as in RFC 8142.
public struct GeoJSONCollection: Equatable, Sendable {
  /// The features, in stored order.
  public var features: [GeoJSONFeature]
  /// Other members, kept as they are: a `bbox`, and foreign ones such as `crs` and `name`.
  public var foreignMembers: [String: JSONFragment]

  /// Creates a collection.
  public init(_ features: [GeoJSONFeature], foreignMembers: [String: JSONFragment] = [:]) {
    self.features = features
    self.foreignMembers = foreignMembers
  }

  /// Reads a feature collection, or features and geometries one after the other.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - srid: The reference system that the coordinates are known to be in.
  /// - Throws: ``FormatError`` with byte offset and line, at the first feature that cannot be read, as
  ///   ``Geometry/init(geoJSON:srid:)-(String,_)``.
  /// - Complexity: Linear in the input.
  public init(geoJSON bytes: [UInt8], srid: SRID? = nil) throws(FormatError) {
    var reader = GeoJSONReader(srid: srid, longestFeature: .max)
    reader.append(bytes)
    reader.finish()
    features = []
    while let feature = try reader.next() {
      features.append(consume feature)
      if features.count == 100 {
        // Room for all at once, should they be as long as these.
        let length = (bytes.count - reader.pending) / features.count
        features.reserveCapacity(features.count + bytes.count / length)
      }
    }
    foreignMembers = reader.foreignMembers
  }

  /// The collection as GeoJSON in UTF-8, each feature on a line.
  ///
  /// - Parameter ordinates: How many decimals are written.
  /// - Throws: As ``Geometry/geoJSON(_:)``.
  /// - Complexity: Linear in what it holds.
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
