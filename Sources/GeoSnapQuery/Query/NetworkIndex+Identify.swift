extension NetworkIndex {
  /// The features within a tolerance of a place, each once.
  ///
  /// Points come before lines and lines before areas, since small features are hard to hit; then the nearest comes
  /// first, then the order of tables and rows decides. With ``IdentifyRequest/layerOrder`` layers come first, and
  /// this order applies within each. A negative or NaN tolerance and a place with NaN give no hits.
  ///
  /// - Complexity: O(log n + k log k) for k features within the tolerance.
  public func identify(_ request: IdentifyRequest) -> [IdentifyHit] {
    var run = IdentifyRun(request, in: network)
    var answer: [IdentifyHit] = []
    run.append(features.hits(at: request.coordinate, within: request.tolerance), to: &answer)
    return answer
  }
}
