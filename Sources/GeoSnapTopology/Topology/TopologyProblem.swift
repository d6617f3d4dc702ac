internal import GeoSnapColumns

/// Features that meet and do not connect, found while a topology was built.
public struct TopologyProblem: Equatable, Sendable {
  /// The code of the error.
  public let code: NetworkErrorCode
  /// The features concerned: the line first, then the features that it meets.
  public let features: [FeatureID]
  /// The place; nil for associations between objects.
  public let location: Coordinate?
  /// The association that does not connect; nil when features meet by place.
  public let association: GlobalID?

  init(
    _ code: NetworkErrorCode,
    _ features: [FeatureID],
    at location: Coordinate?,
    association: GlobalID? = nil
  ) {
    self.code = code
    self.features = features
    self.location = location
    self.association = association
  }
}

extension [TopologyProblem] {
  init(from image: inout ImageReader) throws(ImageError) {
    let records: Column<ProblemRecord> = try image.read("problems")
    let features: Column<FeatureID> = try image.read("problemFeatures")
    let codes: TextColumn = try image.read("problemCodes")
    guard codes.count == records.count, records.allSatisfy({ $0.featureCount >= 0 }),
      records.reduce(0, { $0 + Int($1.featureCount) }) == features.count
    else { throw ImageError("The list of problems of the topology is incomplete.") }
    self = []
    reserveCapacity(records.count)
    var first = 0
    for (position, record) in records.enumerated() {
      guard let code = codes[position].flatMap(NetworkErrorCode.init) else {
        throw ImageError("A problem of the topology has an unknown code.")
      }
      let end = first + Int(record.featureCount)
      append(
        TopologyProblem(
          code,
          [FeatureID](features[first..<end]),
          at: record.hasLocation != 0 ? Coordinate(x: record.x, y: record.y) : nil,
          association: record.hasAssociation != 0 ? record.association : nil
        )
      )
      first = end
    }
  }

  func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(Column(map { ProblemRecord($0) }), "problems")
    try image.write(Column(flatMap(\.features)), "problemFeatures")
    try image.write(TextColumn(map(\.code.rawValue)), "problemCodes")
  }
}

/// The fields of a problem without its code and features.
private struct ProblemRecord: BitwiseCopyable, Sendable {
  let featureCount: Int32
  let hasLocation: UInt16
  let hasAssociation: UInt16
  let x: Double
  let y: Double
  let association: GlobalID

  init(_ problem: TopologyProblem) {
    featureCount = Int32(problem.features.count)
    hasLocation = problem.location == nil ? 0 : 1
    hasAssociation = problem.association == nil ? 0 : 1
    x = problem.location?.x ?? 0
    y = problem.location?.y ?? 0
    association = problem.association ?? GlobalID(high: 0, low: 0)
  }
}
