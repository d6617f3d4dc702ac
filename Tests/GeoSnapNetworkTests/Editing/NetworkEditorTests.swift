import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Transactions in memory")
struct NetworkEditorTests {
  private static let seeds: ClosedRange<UInt64> =
    1...Extent.count(3, long: 8, full: 300)

  @Test("Random transactions, undo and redo do as a model of dictionaries does", arguments: seeds)
  func random(seed: UInt64) throws {
    var source = RandomTransaction(seed: seed)
    var network = try EditingNetwork.make(rows: 6, using: &source.generator)
    // The second round begins with a packed network that has associations.
    for round in 0..<2 {
      let editor = NetworkEditor(network)
      var model = NaiveNetwork(network)
      var (done, undone): ([NaiveNetwork], [NaiveNetwork]) = ([], [])
      var (accepted, refused) = (0, 0)
      for step in 0..<120 {
        let place: Comment = "seed \(seed), round \(round), step \(step)"
        switch source.generator.int(0...9) {
        case 0:
          #expect((editor.undo() != nil) == !done.isEmpty, place)
          if var earlier = done.popLast() {
            undone.append(model)
            earlier.forgetNothing(of: model)
            model = earlier
          }
        case 1:
          #expect((editor.redo() != nil) == !undone.isEmpty, place)
          if let later = undone.popLast() {
            done.append(model)
            model = later
          }
        default:
          let transaction = try source.make(for: model)
          let before = model
          let isPossible = model.apply(transaction)
          do {
            let commit = try editor.commit(transaction)
            #expect(isPossible, "\(place): \(transaction)")
            if !commit.transaction.edits.isEmpty {
              done.append(before)
              undone = []
            }
            accepted += 1
          } catch {
            #expect(!isPossible, "\(place): \(error)")
            refused += 1
          }
        }
        if let difference = model.difference(from: editor.snapshot) {
          Issue.record("\(place): \(difference)")
          return
        }
        #expect(editor.canUndo == !done.isEmpty && editor.canRedo == !undone.isEmpty, place)
      }
      #expect(accepted > 10 && refused > 10, "seed \(seed): \(accepted) done, \(refused) refused")
      network = editor.snapshot.rebased()
      #expect(model.difference(from: EditedNetwork(network)) == nil, "seed \(seed), rebased")
    }
  }

  @Test("An overlay and the network packed from it answer alike", arguments: seeds)
  func rebasing(seed: UInt64) throws {
    var source = RandomTransaction(seed: seed)
    let network = try EditingNetwork.make(rows: 8, using: &source.generator)
    let editor = NetworkEditor(network)
    var model = NaiveNetwork(network)
    for _ in 0..<60 {
      let transaction = try source.make(for: model)
      if model.apply(transaction) { try editor.commit(transaction) }
    }
    let edited = editor.snapshot
    let packed = edited.rebased()
    var rows: [[Int64]] = packed.tables.map { _ in [] }
    edited.forEachFeature { id in rows[Int(id.table)].append(edited.rowID(of: id) ?? 0) }
    #expect(rows.map { $0.sorted() } == packed.tables.map { Array($0.rowIDs) }, "seed \(seed)")
    #expect(edited.associations == packed.associations)
    // What changed is all that changed.
    let changed = Set(edited.changedFeatures)
    for (table, old) in network.tables.enumerated() {
      for row in 0..<old.count {
        let id = FeatureID(table: table, row: row)
        #expect(changed.contains(id) == (edited.feature(id) != old[row]), "seed \(seed), \(id)")
      }
    }
    let (deleted, inserted) = (edited.deletedAssociations, edited.insertedAssociations)
    #expect(
      Set(network.associations).subtracting(deleted).union(inserted) == Set(edited.associations)
    )
  }

  @Test("Readers see whole transactions while others are committed")
  func isolation() async throws {
    var generator = SeededGenerator(seed: 5)
    let network = try EditingNetwork.make(rows: 40, using: &generator)
    let editor = NetworkEditor(network)
    // Every transaction moves both ends of a pair: a reader that sees one sees the other.
    let pairs = (0..<20).map { index in
      [index * 2, index * 2 + 1].map { FeatureKey.globalID(GlobalID(high: 6, low: UInt64($0))) }
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<400 {
            let snapshot = editor.snapshot
            for pair in pairs {
              let values = pair.map { key in
                snapshot.feature(key).flatMap { snapshot.attribute("STATUS", of: $0) }
              }
              if case .integer(let status) = values[0], status >= 100 {
                #expect(values[1] == values[0])
              }
            }
          }
        }
      }
      group.addTask {
        for step in 0..<400 {
          let edits = pairs[step % 20].map {
            NetworkEdit.setAttributes($0, ["STATUS": .integer(Int64(100 + step))])
          }
          do { try editor.commit(NetworkTransaction("\(step)", edits)) } catch {
            Issue.record("\(error)")
          }
        }
      }
    }
    #expect(editor.steps.done.count == 400)
  }

  @Test("A snapshot stays as it was, whatever is committed later")
  func snapshots() throws {
    var source = RandomTransaction(seed: 77)
    let network = try EditingNetwork.make(rows: 5, using: &source.generator)
    let editor = NetworkEditor(network)
    var model = NaiveNetwork(network)
    var kept: [(EditedNetwork, NaiveNetwork)] = []
    for _ in 0..<80 {
      let transaction = try source.make(for: model)
      if model.apply(transaction) { try editor.commit(transaction) }
      kept.append((editor.snapshot, model))
    }
    for (snapshot, model) in kept { #expect(model.difference(from: snapshot) == nil) }
  }

  @Test("Undoing a deletion brings the feature back under its identifier")
  func identifier() throws {
    var generator = SeededGenerator(seed: 3)
    let editor = NetworkEditor(try EditingNetwork.make(rows: 5, using: &generator))
    let id = GlobalID(high: 7, low: 2)
    let feature = editor.snapshot.feature(globalID: id)
    try editor.commit(.deleteFeature(.globalID(id)))
    #expect(editor.snapshot.feature(globalID: id) == nil)
    #expect(feature.map { editor.snapshot.isDeleted($0) } == true)
    editor.undo()
    #expect(editor.snapshot.feature(globalID: id) == feature)
    #expect(editor.snapshot.changedFeatures.isEmpty)
  }

  @Test("Edits come back equal from JSON", arguments: seeds)
  func json(seed: UInt64) throws {
    var source = RandomTransaction(seed: seed)
    let network = try EditingNetwork.make(rows: 5, using: &source.generator)
    let model = NaiveNetwork(network)
    for _ in 0..<100 {
      let transaction = try source.make(for: model)
      let data = try JSONEncoder().encode(transaction)
      let back = try JSONDecoder().decode(NetworkTransaction.self, from: data)
      // A whole real number comes back as an integer, which a field of real numbers takes too.
      let (one, other) = (NetworkEditor(network), NetworkEditor(network))
      let (left, right) = (
        Result { try one.commit(transaction) }, Result { try other.commit(back) }
      )
      #expect((try? left.get())?.transaction == (try? right.get())?.transaction, "seed \(seed)")
      #expect(transaction.name == back.name && transaction.edits.count == back.edits.count)
    }
  }

  @Test("An editor keeps as many steps as asked for, done and undone together")
  func historyLimit() throws {
    let editor = NetworkEditor(try GasFixture.network(), historyLimit: 3)
    #expect(editor.historyLimit == 3)
    for number in 0..<5 {
      let edit = NetworkEdit.setOrigin(.globalID(GasFixture.id(91)), "\(number)")
      try editor.commit(NetworkTransaction("\(number)", [edit]))
    }
    #expect(editor.steps.done.map(\.transaction.name) == ["2", "3", "4"])
    editor.undo()
    editor.undo()
    // The oldest go first; of those undone the one that would be redone last.
    editor.historyLimit = 2
    #expect(editor.steps.done.isEmpty)
    #expect(editor.steps.undone.map(\.transaction.name) == ["4", "3"])
    editor.historyLimit = 1
    #expect(editor.steps.undone.map(\.transaction.name) == ["3"])
    editor.redo()
    #expect(editor.undo()?.transaction.name == "3")
    #expect(NetworkEditor(try GasFixture.network()).historyLimit == NetworkHistory.defaultLimit)
  }
}
