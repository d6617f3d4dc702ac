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
