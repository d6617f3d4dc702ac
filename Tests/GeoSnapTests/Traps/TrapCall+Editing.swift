import GeoSnap
import GeoSnapTestSupport

extension TrapCall {
  private static func start(_ editor: GeometryEditor, _ ground: inout TrapGround) throws {
    switch ground.dice.int(0...7) {
    case 0, 1: try editor.start(editing: ground.feature())
    case 2: try editor.start(editingPending: ground.integer())
    case 3:
      let (table, type) = (ground.integer(), ground.maybe(ground.assetType()))
      let (values, hasZ) = ([ground.word(): ground.value()], ground.dice.oneIn(2))
      try editor.start(creatingIn: table, assetType: type, attributes: values, hasZ: hasZ)
    case 4, 5: try editor.start(creating: ground.assetType(), hasZ: ground.dice.oneIn(3))
    case 6: try editor.start(with: ground.geometry())
    default: try editor.start(drawing: ground.pick(GeometryType.allCases))
    }
  }

  private static func act(_ editor: GeometryEditor, _ ground: inout TrapGround) throws {
    let (part, vertex) = (ground.integer(), ground.integer())
    switch ground.dice.int(0...29) {
    case 0...4: try editor.place(at: ground.place())
    case 5: try editor.pointerMoved(to: ground.place())
    case 6: try editor.cycleSnap()
    case 7: _ = try editor.explain(at: ground.place())
    case 8: try editor.beginDrag(near: ground.maybe(ground.place()))
    case 9: try editor.cancelDrag()
    case 10: try editor.place()
    case 11: _ = try editor.selection(at: ground.place())
    case 12: try editor.appendVertex(at: ground.place(), z: ground.maybe(ground.number()))
    case 13: try editor.insertVertex(at: ground.place(), part: part, before: vertex)
    case 14:
      let (place, z) = (ground.place(), ground.maybe(ground.number()))
      try editor.moveVertex(part: part, vertex: vertex, to: place, z: z)
    case 15: try editor.deleteVertex(part: part, vertex: vertex)
    case 16: try editor.deleteSelection()
    case 17: try editor.addPart([ground.place(), ground.place()], heights: [ground.number()])
    case 18: try editor.addPart([ground.place()], holeIn: part)
    case 19: try editor.deletePart(part)
    case 20: try editor.move(dx: ground.number(), dy: ground.number(), part: ground.maybe(part))
    case 21: try editor.reshape(to: ground.geometry(), joiningWithin: ground.number())
    case 22: try editor.split(part: part, vertex: vertex)
    case 23: try editor.merge(with: ground.feature())
    case 24: try editor.undo()
    case 25: try editor.redo()
    case 26:
      try editor.select(
        ground.pick([
          nil, .vertex(part: part, vertex: vertex), .midvertex(part: part, segment: vertex),
          .part(part), .geometry,
        ])
      )
    case 27:
      _ = editor.isSplit(part: part, vertex: vertex)
      _ = editor.closesRing
    case 28: try editor.refresh()
    default: try editor.clear()
    }
  }

  static let editing: [TrapCall] = [
    TrapCall("GeometryEditor") { ground in
      let session = MemorySession(ground.state(), historyLimit: ground.integer())
      let editor =
        ground.dice.oneIn(2)
        ? GeometryEditor(for: session, view: ground.view())
        : GeometryEditor(scene: ground.state().scene, view: ground.view())
      editor.settings.isEnabled = true
      editor.settings.tolerance = ground.tolerance()
      editor.splitsLines = ground.dice.oneIn(2)
      editor.movesSharedVertices = ground.dice.oneIn(2)
      editor.requiresSnap = ground.dice.oneIn(6)
      let terminal = ground.integer()
      editor.chooseTerminal = { ground in terminal > 3 ? terminal : ground.suggestion }
      try start(editor, &ground)
      editor.syncSourceSettings(enabling: .setFromRules)
      for _ in 0..<8 { try? act(editor, &ground) }
      _ = editor.problems()
      _ = editor.canSave
      let saved = try editor.save(ignoringErrors: ground.dice.oneIn(2))
      // What was saved from one network means nothing to another.
      let other = ground.state().network
      _ = saved.transaction(in: other)
      _ = saved.deletedFeature(in: other)
      _ = other.describe(saved.feature ?? ground.feature())
    },
    TrapCall("committing") { ground in
      let network = ground.state().network
      _ = try network.committing(NetworkTransaction("edit", [ground.edit(), ground.edit()]))
    },
    TrapCall("replaying") { ground in
      _ = try ground.state().network.replaying(ground.commit().transaction)
    },
    TrapCall("MemorySession") { ground in
      let session = MemorySession(
        ground.state(),
        allowsUnconnected: ground.dice.oneIn(2),
        historyLimit: ground.integer()
      )
      for _ in 0..<3 {
        let transaction = NetworkTransaction("edit", [ground.edit()])
        _ = session.problems(of: transaction)
        _ = try? session.preview(transaction)
        _ = try? session.commit(transaction)
        if ground.dice.oneIn(3) { session.undo() }
        if ground.dice.oneIn(3) { session.redo() }
      }
      _ = try session.commit(session.state.deletion(of: ground.feature()))
      session.undo()
    },
    TrapCall("NetworkEditor") { ground in
      let editor = NetworkEditor(ground.state().network.base, historyLimit: ground.integer())
      editor.historyLimit = ground.integer()
      _ = try editor.commit(NetworkTransaction("edit", [ground.edit()]))
      editor.undo()
    },
  ]

  static let drafting: [TrapCall] = [
    TrapCall("NetworkDraft.draw") { ground in
      var draft = NetworkDraft(ground.state(), allowsUnconnected: ground.dice.oneIn(2))
      try draft.draw(ground.newFeature(), in: ground.word(), splitsLines: ground.dice.oneIn(2))
    },
    TrapCall("NetworkDraft.draw, an asset type") { ground in
      let state = ground.state()
      var draft = NetworkDraft(state, allowsUnconnected: ground.dice.oneIn(2))
      let type = ground.assetType()
      let feature = NewFeature(type, ground.geometry())
      let names = state.network.base.tables.map(\.name)
      try draft.draw(feature, in: names.isEmpty ? "" : ground.pick(names))
    },
    TrapCall("NetworkDraft.redraw, delete, add") { ground in
      var draft = NetworkDraft(ground.state())
      let (key, shape, moves) = (ground.key(), ground.geometry(), ground.dice.oneIn(2))
      _ = try? draft.redraw(key, as: shape, movesSharedVertices: moves)
      try? draft.delete(ground.key(), healsLines: ground.dice.oneIn(2))
      try draft.add([ground.edit()])
    },
  ]
}
