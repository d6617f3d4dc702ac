extension EditorShape {
  /// All problems of the shape by itself, part by part; several parts are one if `wantsSinglePart` is true.
  func problems(wantsSinglePart: Bool) -> [EditProblem] {
    let shape = withoutEmptyParts
    if shape.parts.isEmpty {
      return [EditProblem(.emptyGeometry, "Nothing has been drawn.")]
    }
    var problems: [EditProblem] = []
    for (part, vertices) in parts.enumerated() where !vertices.isEmpty {
      if vertices.count < type.fewestVertices {
        problems.append(
          EditProblem(
            .tooFewVertices,
            "Part \(part) has \(vertices.count) of the \(type.fewestVertices) vertices that a "
              + "\(type.partName) needs.",
            part: part,
            location: vertices[0].place
          )
        )
      }
      problems += vertices.indices.compactMap { ordinateProblem(part, $0) }
      if !type.isPoints { problems += repetitions(part) }
    }
    // The rings of a single polygon are one part of a feature.
    let partCount = type.isAreas ? shape.polygonEnds.count : shape.parts.count
    if wantsSinglePart, partCount > 1 {
      problems.append(
        EditProblem(
          .multipart,
          "The geometry has \(partCount) parts, but only one is allowed: make separate features of "
            + "the others."
        )
      )
    }
    if problems.isEmpty, type.isAreas, let problem = areaProblem { problems.append(problem) }
    return problems
  }

  private func ordinateProblem(_ part: Int, _ number: Int) -> EditProblem? {
    let vertex = parts[part][number]
    let isFinite = vertex.place.isFinite && vertex.z.isFinite && !vertex.m.isInfinite
    guard !isFinite || !vertex.place.isIndexable else { return nil }
    let height = hasZ ? " \(vertex.z)" : ""
    let measure = vertex.m.isInfinite ? " with M \(vertex.m)" : ""
    return EditProblem(
      isFinite ? .ordinateOutOfRange : .nonFiniteOrdinate,
      "Vertex \(number) of part \(part) is at \(vertex.place)\(height)\(measure): "
        + (isFinite ? "ordinates go from -1e150 to 1e150." : "it needs finite numbers."),
      part: part,
      vertex: number,
      location: vertex.place.isFinite ? vertex.place : nil
    )
  }

  /// Consecutive vertices at one place; a single problem if all vertices of a line are.
  private func repetitions(_ part: Int) -> [EditProblem] {
    let vertices = parts[part]
    if type.dimension == 1, vertices.count > 1,
      vertices.allSatisfy({ repeats($0, vertices[0]) })
    {
      return [
        EditProblem(
          .zeroLength,
          "Part \(part) has no length: all its vertices are at \(vertices[0].place).",
          part: part,
          location: vertices[0].place
        )
      ]
    }
    return (0..<segmentCount(part)).compactMap { start in
      let end = (start + 1) % vertices.count
      guard repeats(vertices[end], vertices[start]) else { return nil }
      return EditProblem(
        .repeatedVertex,
        "Vertices \(start) and \(end) of part \(part) are both at \(vertices[start].place): "
          + "delete one.",
        part: part,
        vertex: end,
        location: vertices[start].place
      )
    }
  }

  /// Whether two vertices are at one place and, on lines, which may be vertical, at the same height.
  private func repeats(_ vertex: EditorVertex, _ other: EditorVertex) -> Bool {
    vertex.place == other.place && (type.isAreas || vertex.z == other.z)
  }

  private var areaProblem: EditProblem? {
    do throws(GeometryError) {
      guard let problem = try geometry?.validityProblem() else { return nil }
      let isSomewhere = problem.location.isFinite
      return EditProblem(
        .invalidArea,
        "The area is not valid: \(problem.reason)"
          + (isSomewhere ? " at \(problem.location)." : "."),
        location: isSomewhere ? problem.location : nil
      )
    } catch {
      return EditProblem(.invalidArea, "The area could not be checked: \(error.message)")
    }
  }
}
