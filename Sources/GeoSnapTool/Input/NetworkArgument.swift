import ArgumentParser
import GeoSnap
import GeoSnapStore

/// The network that a verb opens.
struct NetworkArgument: ParsableArguments {
  @Argument(help: "The network, a GeoPackage file.")
  var network: String

  init() {}

  init(path: String) {
    self.init()
    network = path
  }

  /// Opens the network; problems go to stderr, one line each.
  ///
  /// - Throws: `ExitCode` 66 when the file cannot be opened, 65 when its data is wrong.
  func open() throws -> StoredNetwork {
    do {
      return try GeoPackage.open(network)
    } catch {
      throw Failure(error)
    }
  }

  /// Opens the network and indexes it.
  func openIndex() throws -> NetworkIndex { try index(open().network) }

  /// Indexes a network that was opened.
  func index(_ opened: UtilityNetwork) throws -> NetworkIndex {
    do {
      return try NetworkIndex(opened)
    } catch {
      throw Failure(exitCode: .badData, message: "\(network): \(error)")
    }
  }
}
