internal import Foundation
internal import GRDB
package import GeoSnap
internal import Synchronization

/// A file that was checked out of a database, locked against other editors while its steps are checked in.
package final class CheckedOutFile: Sendable {
  /// A step of the file's history that is not undone.
  package struct Step: Sendable {
    package let number: Int64
    package let name: String
    package let time: String
    package let transaction: NetworkTransaction
    /// The identifier of its commit in the database.
    package let commit: GlobalID
    /// The network of the file before the step.
    package let before: EditedNetwork
  }

  package let path: String
  package let checkout: NetworkCheckout
  /// The current network of the file.
  package let stored: StoredNetwork
  /// The steps that are not undone, oldest first.
  package let steps: [Step]
  private let file: EditingFile
  private let version: Int64

  /// Opens a file and reverts its steps, one by one, to the state that was checked out.
  ///
  /// - Throws: ``StoreError`` with code `cannotOpen` when the file was not checked out of a database; `inUse`;
  ///   `badData` when it has rows that cannot be read, or changes that are not in its history.
  /// - Complexity: Linear in the size of the file and of its history.
  package init(_ path: String, timeout: Duration = .seconds(5)) throws(StoreError) {
    file = try EditingFile(path, timeout: timeout)
    self.path = path
    let (content, version) = try file.read { database in
      var reader = try GeoPackageReader(database, brokenRows: .refused)
      let stored = try reader.read()
      let history =
        reader.schema.kind(of: Profile.history) == nil
        ? [] : try HistoryTable(database: database).raw()
      return (stored, history.filter { !$0.isUndone })
    }
    self.version = version
    stored = content.0
    guard let checkout = stored.checkout else {
      throw StoreError(
        .cannotOpen,
        path: path,
        message: "The file was not checked out of a database: geosnap checkout makes such files."
      )
    }
    self.checkout = checkout
    var network = EditedNetwork(stored.network)
    var steps: [Step] = []
    for step in content.1.reversed() {
      do {
        network = try network.replaying(try step.undoing(path), undoing: nil).after
        steps.append(
          Step(
            number: step.number,
            name: step.name,
            time: step.time,
            transaction: try step.transaction(path),
            commit: checkout.commitID(of: step),
            before: network
          )
        )
      } catch let error as StoreError {
        throw error
      } catch {
        throw Self.foreign(
          path,
          "the result of step \(step.number) (\(step.name)) is gone"
        )
      }
    }
    let now = network.digests
    let changed = Set(now.keys).union(checkout.digests.keys)
      .filter { now[$0] != checkout.digests[$0] }
    guard changed.isEmpty else {
      throw Self.foreign(
        path,
        "the changes are in \(Words.list(changed.sorted(), "and", limit: 10))"
      )
    }
    self.steps = steps.reversed()
  }

  private static func foreign(_ path: String, _ what: String) -> StoreError {
    StoreError(
      path: path,
      table: Profile.checkout,
      "A program other than GeoSnap has changed rows of the network in this file: \(what). No step records the "
        + "change, so the change cannot be checked in: undo the change in that program, and repeat it with GeoSnap."
    )
  }

  /// Records in the file which steps the check-in has begun, and the time when all steps were checked in.
  package func note(
    _ begun: [NetworkCheckout.Begun],
    checkedIn: String?
  ) throws(StoreError) {
    try file.edit(version) {
      try CheckoutTable(database: $0).note(begun, checkedIn: checkedIn)
    }
  }
}

extension NetworkCheckout {
  /// The identifier of a step's commit in the database: the same at each try, and different for different steps.
  ///
  /// A step that reuses the number of an undone step is a different step, so its edits are part of the identifier.
  fileprivate func commitID(of step: StoredStep) -> GlobalID {
    var digest = StableDigest()
    for text in ["\(id)", "\(step.number)", step.name, step.time, step.edits] { digest.add(text) }
    return digest.globalID
  }
}

extension StoredStep {
  fileprivate func transaction(_ path: String) throws -> NetworkTransaction {
    NetworkTransaction(name, try decode(edits, path))
  }

  fileprivate func undoing(_ path: String) throws -> NetworkTransaction {
    NetworkTransaction(name, try decode(inverse, path))
  }

  private func decode(_ text: String, _ path: String) throws -> [NetworkEdit] {
    do {
      return try JSONDecoder().decode([NetworkEdit].self, from: Data(text.utf8))
    } catch {
      throw StoreError(
        path: path,
        table: Profile.history,
        row: "\(number)",
        DecodingExplanation.of(error)
      )
    }
  }
}

extension GeoPackage {
  /// Reads which database a file was checked out of; nil when it was not checked out.
  ///
  /// - Throws: ``StoreError`` with code `cannotOpen` when there is no readable SQLite database, else `badData`.
  /// - Complexity: Linear in the size of the record; features are not read.
  public static func readCheckout(of path: String) throws(StoreError) -> NetworkCheckout? {
    let file = try DatabaseFile(path)
    return try file.read { database in
      var reader = try GeoPackageReader(database, isChecked: true)
      return try reader.readCheckout()
    }
  }

  /// Writes a network that was read from a database into a checked-out file.
  ///
  /// - Throws: As ``write(_:to:imports:traceConfigurations:replacing:)``.
  package static func write(
    _ stored: StoredNetwork,
    checkedOut checkout: NetworkCheckout,
    to path: String,
    replacing: Bool
  ) throws(StoreError) -> NetworkCheckout {
    let content = try GeoPackageContent(stored, for: path)
    var checkout = checkout
    try DatabaseFile.create(path, replacing: replacing) { database in
      try GeoPackageWriter(database: database, content: content).write()
      // The digests are those of the network as the file returns it, since later states are compared with that.
      var reader = try GeoPackageReader(database, brokenRows: .refused, isChecked: true)
      checkout.digests = EditedNetwork(try reader.read().network).digests
      try CheckoutTable(database: database).write(checkout)
    }
    return checkout
  }
}
