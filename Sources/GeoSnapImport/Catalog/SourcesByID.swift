internal import GeoSnap

extension NetworkDefinition {
  /// The sources by their ids; of two with one id the first.
  var sourcesByID: [Int: NetworkSource] {
    var found: [Int: NetworkSource] = [:]
    for source in sources where found[source.sourceID] == nil { found[source.sourceID] = source }
    return found
  }
}
