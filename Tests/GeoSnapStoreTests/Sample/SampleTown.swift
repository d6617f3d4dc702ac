import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport

/// The sample network, opened and indexed once for all tests that only read it.
enum SampleTown {
  private static let opened = Result { try GeoPackage.open(SampleFile.path).network }
  private static let indexed = Result { try NetworkIndex(opened.get()) }

  /// The network.
  static var network: UtilityNetwork { get throws { try opened.get() } }

  /// The network with its index.
  static var index: NetworkIndex { get throws { try indexed.get() } }
}
