internal import GeoSnap

extension NetworkDefinition {
  /// The sources by id; the first when several have the same id.
  var sourcesByID: [Int: NetworkSource] {
    var found: [Int: NetworkSource] = [:]
    for source in sources where found[source.sourceID] == nil { found[source.sourceID] = source }
    return found
  }
}
