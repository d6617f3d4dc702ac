/// What one step replaced: enough to go back to the state before it, and no more.
///
/// A step keeps the run of vertices or of parts that is different, so that all the steps of drawing a
/// line take as much memory as the line.
struct EditorStep: Sendable {
  private enum Replaced: Sendable {
    /// Vertices of one part; now as many as `count` stand at their place.
    case vertices([EditorVertex], part: Int, start: Int, count: Int)
    /// Parts; now as many as `count` stand at their place.
    case parts([[EditorVertex]], polygonEnds: [Int], start: Int, count: Int)
    /// All, where the type or the dimensions were others.
    case shape(EditorShape)
  }

  private let replaced: Replaced
  private let selection: EditSelection?
  private let merges: [LineMerge]

  private init(_ replaced: Replaced, _ state: EditorState) {
    self.replaced = replaced
    selection = state.selection
    merges = state.merges
  }

  /// What leads from `next` back to `before`.
  ///
  /// - Complexity: Linear in the vertices.
  init(from before: EditorState, to next: EditorState) {
    selection = before.selection
    merges = before.merges
    let (old, new) = (before.shape, next.shape)
    guard old.isOfSameType(as: new) else {
      replaced = .shape(old)
      return
    }
    let (oldParts, newParts) = differences(old.parts, new.parts) { one, other in
      one.elementsEqual(other) { $0.isIdentical(to: $1) }
    }
    if oldParts.count == 1, newParts.count == 1, old.polygonEnds == new.polygonEnds {
      let part = oldParts.lowerBound
      let (vertices, placed) = differences(old.parts[part], new.parts[part]) {
        $0.isIdentical(to: $1)
      }
      replaced = .vertices(
        Array(old.parts[part][vertices]),
        part: part,
        start: placed.lowerBound,
        count: placed.count
      )
    } else {
      replaced = .parts(
        Array(old.parts[oldParts]),
        polygonEnds: old.polygonEnds,
        start: newParts.lowerBound,
        count: newParts.count
      )
    }
  }

  /// Goes back to the state before the step; answers the step that leads here again.
  func undo(in state: inout EditorState) -> EditorStep {
    let inverse: Replaced
    switch replaced {
    case .vertices(let vertices, let part, let start, let count):
      let range = start..<start + count
      inverse = .vertices(
        Array(state.shape.parts[part][range]),
        part: part,
        start: start,
        count: vertices.count
      )
      state.shape.parts[part].replaceSubrange(range, with: vertices)
    case .parts(let parts, let polygonEnds, let start, let count):
      let range = start..<start + count
      inverse = .parts(
        Array(state.shape.parts[range]),
        polygonEnds: state.shape.polygonEnds,
        start: start,
        count: parts.count
      )
      state.shape.parts.replaceSubrange(range, with: parts)
      state.shape.polygonEnds = polygonEnds
    case .shape(let shape):
      inverse = .shape(state.shape)
      state.shape = shape
    }
    let step = EditorStep(inverse, state)
    state.selection = selection
    state.merges = merges
    return step
  }
}

/// The ranges that are left of two arrays without what both begin and end with.
func differences<Element>(
  _ old: [Element],
  _ new: [Element],
  _ isSame: (Element, Element) -> Bool
) -> (old: Range<Int>, new: Range<Int>) {
  let fewest = min(old.count, new.count)
  var start = 0
  while start < fewest, isSame(old[start], new[start]) { start += 1 }
  var ends = 0
  while ends < fewest - start, isSame(old[old.count - 1 - ends], new[new.count - 1 - ends]) {
    ends += 1
  }
  return (start..<old.count - ends, start..<new.count - ends)
}
