import GeoSnap

/// Does the jobs through the product's public API, as any client would.
struct ProductOperations {
  private let sample: OperationSample
  private let preparedAreas: [PreparedGeometry]
  private let preparedLines: [PreparedGeometry]

  init(_ sample: OperationSample) throws {
    self.sample = sample
    preparedAreas = try sample.areas.map { try PreparedGeometry($0) }
    preparedLines = try sample.lines.map { try PreparedGeometry($0) }
  }

  func answer(_ job: OperationJob, into sink: inout some AnswerSink) throws {
    switch job {
    case .distance: distance(&sink)
    case .nearest: nearest(&sink)
    case .fraction: try fraction(&sink)
    case .length: length(&sink)
    case .envelope: envelope(&sink)
    case .pointBuffer:
      for point in sample.points {
        sink.add(try point.buffer(distance: OperationSample.distance))
      }
    case .buffer:
      for line in sample.lines { sink.add(try line.buffer(distance: OperationSample.distance)) }
    case .intersectAreas:
      for (area, other) in zip(sample.areas, sample.otherAreas) {
        sink.add(try area.intersection(other))
      }
    case .intersectLine:
      for (line, area) in zip(sample.lines, sample.areas) { sink.add(try line.intersection(area)) }
    case .preparedContains: try preparedContains(&sink)
    case .preparedIntersects: try preparedIntersects(&sink)
    case .preparedWithin: try preparedWithin(&sink)
    }
  }

  // The geometry is retained during its questions, as in a program that works on one geometry.

  private func distance(_ sink: inout some AnswerSink) {
    for (number, line) in sample.lines.enumerated() {
      for place in sample.places[sample.questions(number)] {
        sink.add(line.distance(to: place) ?? .nan)
      }
    }
  }

  private func nearest(_ sink: inout some AnswerSink) {
    for (number, line) in sample.lines.enumerated() {
      for place in sample.places[sample.questions(number)] {
        guard let nearest = line.nearestCoordinate(to: place) else { continue }
        sink.add(nearest.coordinate.x)
        sink.add(nearest.coordinate.y)
      }
    }
  }

  private func fraction(_ sink: inout some AnswerSink) throws {
    for (number, line) in sample.lines.enumerated() {
      for place in sample.places[sample.questions(number)] {
        sink.add(try line.fraction(closestTo: place) ?? .nan)
      }
    }
  }

  private func length(_ sink: inout some AnswerSink) {
    for line in sample.lines {
      for _ in 0..<OperationSample.questionsPerLine { sink.add(line.length) }
    }
  }

  private func envelope(_ sink: inout some AnswerSink) {
    for line in sample.lines {
      for _ in 0..<OperationSample.questionsPerLine {
        guard let envelope = line.envelope else { continue }
        sink.add(envelope.minX)
        sink.add(envelope.minY)
        sink.add(envelope.maxX)
        sink.add(envelope.maxY)
      }
    }
  }

  private func preparedContains(_ sink: inout some AnswerSink) throws {
    for (number, area) in preparedAreas.enumerated() {
      for point in sample.points[sample.questions(number)] {
        sink.add(try area.contains(point) ? 1 : 0)
      }
    }
  }

  private func preparedIntersects(_ sink: inout some AnswerSink) throws {
    for (area, line) in zip(preparedAreas, sample.shortLines) {
      for _ in 0..<OperationSample.questionsPerLine { sink.add(try area.intersects(line) ? 1 : 0) }
    }
  }

  private func preparedWithin(_ sink: inout some AnswerSink) throws {
    for (number, line) in preparedLines.enumerated() {
      for point in sample.points[sample.questions(number)] {
        sink.add(try line.isWithin(distance: OperationSample.distance, of: point) ? 1 : 0)
      }
    }
  }
}

extension AnswerSink {
  /// Takes all ordinates of a geometry without Z and M.
  fileprivate mutating func add(_ geometry: Geometry) {
    let ordinates = geometry.coordinates.ordinates
    add(ordinates.span)
  }
}
