internal import GeoSnapColumns

/// Whether the spatial indexes are known to be complete in the current state of a file.
///
/// The comparison takes as long as reading all geometries, so it is done once for each state.
struct IndexKnowledge {
  private let path: String
  private let place: ImagePlace?
  private let leastRows: Int
  private let state: GeoPackageFacts?
  private let isKnown: Bool

  /// Reads the record of a file, before a transaction reads the file.
  init(_ path: String, _ cache: ImageCache) {
    self.path = path
    place = ImagePlace(path, cache)
    leastRows = cache.leastFeatures
    state = place == nil ? nil : GeoPackageFacts.settled(path)
    guard let place, let state, let seal = ImageSeal(place.indexes) else {
      isKnown = false
      return
    }
    isKnown = seal.network == .file(state)
  }

  /// Passes the record to a reader, within its transaction.
  func tell(_ reader: inout GeoPackageReader) {
    reader.indexesAreKnown = isKnown && GeoPackageFacts(path) == state
  }

  /// Records the result of a reader.
  ///
  /// If it cannot be written, the indexes are compared again next time.
  func learn(from reader: GeoPackageReader) {
    guard let place, let state, !reader.indexesAreKnown, !reader.hasStaleIndex,
      reader.checkedRows >= leastRows, GeoPackageFacts(path) == state,
      let file = FileFacts(path: place.network)
    else { return }
    place.makeFolder()
    let seal = ImageSeal(path: place.network, network: .file(state), image: file, commits: [])
    try? seal.write(to: place.indexes)
  }
}
