/// The run of vertices or parts that one step replaced, so that all steps of a line take as much memory as the line.
struct EditorStep: Sendable {
  private enum Replaced: Sendable {
    /// Vertices of one part; `count` vertices now replace them.
    case vertices([EditorVertex], part: Int, start: Int, count: Int)
    /// Parts; `count` parts now replace them.
    case parts([[EditorVertex]], polygonEnds: [Int], start: Int, count: Int)
    /// The whole shape, for another type or other dimensions.
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

  /// The step from `next` back to `before`, in time linear in the vertices.
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

  /// Restores the state before the step; returns the inverse step.
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

/// The ranges of two arrays between their common beginning and end.
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
