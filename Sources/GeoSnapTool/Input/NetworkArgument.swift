import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

/// The network that a verb opens.
struct NetworkArgument: ParsableArguments {
  @Argument(help: "The network, a GeoPackage file.", completion: Completions.network)
  var network: String
  @Flag(help: strictHelp)
  var strict = false

  static let strictHelp: ArgumentHelp =
    "Refuse a network of which a row cannot be read, instead of setting the row aside."

  init() {}

  init(path: String, strict: Bool = false) {
    self.init()
    network = path
    // A plain assignment would make a new default of it, and no value.
    _strict.wrappedValue = strict
  }

  /// Refuses to write over the network or to where its index belongs, by whatever name.
  ///
  /// - Throws: `Failure`.
  func checkOutput(_ output: String, option: String) throws {
    try OutputFolder.check(output)
    guard output != "-" else { return }
    func place(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
    let written = FileIdentity(path: output)
    for (path, what) in [(network, "the network"), (indexFile, "the network's index")]
    where place(path) == place(output) || (written != nil && FileIdentity(path: path) == written) {
      throw Failure.usage("\(output) is \(what): give another \(option).")
    }
  }

  /// Opens the network; problems go to stderr, one line each.
  ///
  /// Rows that cannot be read are set aside, which stderr tells, unless they are to be refused.
  ///
  /// - Throws: `ExitCode` 66 when the file cannot be opened, 65 when its data is wrong.
  func open() throws -> StoredNetwork {
    do {
      let stored = try GeoPackage.open(network, strict: strict)
      tell(setAside: stored.unreadableRowCount, stored.notes)
      return stored
    } catch {
      throw failure(of: error)
    }
  }

  /// Why the network was not opened, and what tells more.
  func failure(of error: StoreError) -> Failure {
    let failure = Failure(error)
    guard !error.problems.isEmpty, error.problems.allSatisfy({ $0.code != nil }) else {
      return failure
    }
    return Failure(
      exitCode: failure.exitCode,
      message: failure.message
        + "\nAll that is wrong, and what to do: geosnap validate \(network)",
      code: failure.code,
      places: failure.places
    )
  }

  /// Opens the network for editing, as ``open()`` does.
  ///
  /// - Throws: `StoreError`.
  func openStore(
    checks: [any NetworkCommitCheck] = [],
    timeout: Duration = .seconds(5),
    historyLimit: Int = NetworkStore.defaultHistoryLimit
  ) throws(StoreError) -> NetworkStore {
    let store = try NetworkStore(
      network,
      checks: checks,
      timeout: timeout,
      historyLimit: historyLimit,
      strict: strict
    )
    tell(setAside: store.unreadableRowCount, store.notes)
    return store
  }

  /// That rows are set aside, and what lists them; nil where none is.
  func sentence(setAside count: Int) -> String? {
    guard count > 0 else { return nil }
    let rows = GeoSnapTool.count(count, "row")
    return "\(rows) could not be read and \(count == 1 ? "is" : "are") set aside: "
      + "geosnap validate \(network) lists \(count == 1 ? "it" : "them")"
  }

  /// Tells on stderr, in a line, of rows that are set aside, and of what is worth knowing besides.
  func tell(setAside count: Int, _ notes: [NetworkProblem]) {
    var lines = [sentence(setAside: count)].compactMap(\.self)
    if !notes.isEmpty {
      lines.append("un_manifest does not fit the file: geosnap validate \(network) says where")
    }
    for line in lines { FileHandle.standardError.write(Data("geosnap: \(line)\n".utf8)) }
  }

  /// Opens the network though its data may be wrong; what was tolerated or set aside goes into `problems`.
  ///
  /// - Throws: `ExitCode` 66 when the file cannot be opened, 65 when it is damaged.
  func open(tolerating problems: inout [NetworkProblem]) throws -> StoredNetwork {
    if strict { return try open() }
    do {
      return try GeoPackage.open(network, tolerating: &problems)
    } catch {
      throw Failure(error)
    }
  }

  /// The name of the file, without its folder.
  var name: String { URL(fileURLWithPath: network).lastPathComponent }

  /// What the names of index files end in.
  static let indexFileExtension = ".gsindex"

  /// Where the index file of the network is unless told otherwise.
  var indexFile: String { network + Self.indexFileExtension }

  /// Opens the network with the index file beside it, or indexes it in memory.
  func openIndex() throws -> NetworkIndex { try index(open().network) }

  /// Indexes a network that was opened: from the file beside it when that fits.
  ///
  /// A file that does not is told on stderr, and no error.
  func index(_ opened: UtilityNetwork) throws -> NetworkIndex {
    if let index = try storedIndex(of: opened) { return index }
    do {
      return try NetworkIndex(opened)
    } catch {
      throw failure(of: error)
    }
  }

  /// The index from the file beside the network; nil when there is none that fits.
  func storedIndex(of opened: UtilityNetwork) throws -> NetworkIndex? {
    guard FileManager.default.fileExists(atPath: indexFile) else { return nil }
    do {
      return try NetworkIndex(opened, indexFile: indexFile)
    } catch let error as IndexError {
      throw failure(of: error)
    } catch {
      FileHandle.standardError.write(
        Data("geosnap: \(error) Going on without the file.\n".utf8)
      )
      return nil
    }
  }

  /// Why the network cannot be indexed.
  func failure(of error: IndexError) -> Failure {
    Failure(exitCode: .badData, message: "\(network): \(error)", file: network)
  }
}
