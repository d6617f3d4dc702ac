internal import GeoSnapColumns

/// Whether the spatial indexes of a file were found to have all rows, in the state that the file is in.
///
/// To compare them takes as long as reading all geometries, so that it is done once for each state.
struct IndexKnowledge {
  private let path: String
  private let place: ImagePlace?
  private let leastRows: Int
  /// The state of the file; nil where it cannot be told.
  private let state: GeoPackageFacts?
  private let isKnown: Bool

  /// What is known of a file, before a transaction reads it.
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

  /// Tells a reader what is known, within its transaction.
  func tell(_ reader: inout GeoPackageReader) {
    reader.indexesAreKnown = isKnown && GeoPackageFacts(path) == state
  }

  /// Keeps in mind what a reader has found.
  ///
  /// Where that cannot be written, the indexes are compared again next time.
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
