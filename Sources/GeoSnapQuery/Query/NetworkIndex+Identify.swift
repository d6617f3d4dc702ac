extension NetworkIndex {
  /// The features within a tolerance of a place, each once.
  ///
  /// Points come before lines and lines before areas, since what is small is hard to hit; then the nearest first,
  /// then the order of the tables, then the order of their rows. With ``IdentifyRequest/layerOrder`` layers come
  /// first and this order holds within each.
  ///
  /// A tolerance that is negative or NaN, and a place with NaN, find nothing.
  ///
  /// - Complexity: O(log n + k log k) for k features within the tolerance.
  public func identify(_ request: IdentifyRequest) -> [IdentifyHit] {
    var run = IdentifyRun(request, in: network)
    var answer: [IdentifyHit] = []
    run.append(features.hits(at: request.coordinate, within: request.tolerance), to: &answer)
    return answer
  }
}
