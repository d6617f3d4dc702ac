import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport

/// The sample network, opened, indexed and joined once for all tests that only read it.
enum SampleTown {
  private static let opened = Result { try GeoPackage.open(SampleFile.path).network }
  private static let joined = Result { Topology(try opened.get()) }
  private static let indexed = Result { try NetworkIndex(opened.get()) }

  static var network: UtilityNetwork { get throws { try opened.get() } }

  static var topology: Topology { get throws { try joined.get() } }

  static var index: NetworkIndex { get throws { try indexed.get() } }
}
