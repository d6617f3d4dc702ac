import CGEOS
import GeoSnap

/// Does the jobs on geometries through GEOS's C functions alone, as a program in C would; used by one thread.
///
/// One context is used. Native jobs have lines and points prepared; for the others operands are built from arrays of
/// ordinates, and results are copied into an array that is kept.
@safe
final class GEOSOperations {
  private let context: GEOSContextHandle_t
  /// The input of a program in C: places, and the ordinates of lines and areas, x and y in turn.
  private let places: [Coordinate]
  private let lineOrdinates: [[Double]]
  private let areaOrdinates: [[Double]]
  private let otherAreaOrdinates: [[Double]]
  private let shortLineOrdinates: [[Double]]
  /// All geometries, freed at the end.
  private let lines: [OpaquePointer]
  private let points: [OpaquePointer]
  private let areas: [OpaquePointer]
  private let preparedAreas: [OpaquePointer]
  private let preparedLines: [OpaquePointer]
  /// The ordinates of the last geometry that was read.
  private let result: OrdinateBuffer

  init(_ sample: OperationSample) throws {
    guard let context = unsafe GEOS_init_r() else { throw BenchError("GEOS cannot begin.") }
    unsafe self.context = context
    places = sample.places
    unsafe result = OrdinateBuffer(context)
    lineOrdinates = sample.lines.map(\.coordinates.ordinates)
    areaOrdinates = sample.areas.map(\.coordinates.ordinates)
    otherAreaOrdinates = sample.otherAreas.map(\.coordinates.ordinates)
    shortLineOrdinates = sample.shortLines.map(\.coordinates.ordinates)
    // Made of valid arrays with memory at hand; GEOS returns nil only without.
    unsafe lines = lineOrdinates.compactMap { unsafe geosLine($0, context) }
    unsafe points = places.compactMap {
      unsafe GEOSGeom_createPointFromXY_r(context, $0.x, $0.y)
    }
    unsafe areas = areaOrdinates.compactMap { unsafe Self.area($0, context) }
    unsafe preparedAreas = areas.compactMap { unsafe GEOSPrepare_r(context, $0) }
    unsafe preparedLines = lines.compactMap { unsafe GEOSPrepare_r(context, $0) }
    guard unsafe preparedAreas.count == sample.areas.count,
      unsafe preparedLines.count == sample.lines.count, unsafe points.count == places.count
    else { throw BenchError("GEOS has no memory for the sample.") }
  }

  deinit {
    // All were made with this context and are not used again; prepared ones go first.
    for index in unsafe preparedAreas.indices {
      unsafe GEOSPreparedGeom_destroy_r(context, preparedAreas[index])
    }
    for index in unsafe preparedLines.indices {
      unsafe GEOSPreparedGeom_destroy_r(context, preparedLines[index])
    }
    for index in unsafe lines.indices { unsafe GEOSGeom_destroy_r(context, lines[index]) }
    for index in unsafe points.indices { unsafe GEOSGeom_destroy_r(context, points[index]) }
    for index in unsafe areas.indices { unsafe GEOSGeom_destroy_r(context, areas[index]) }
    unsafe GEOS_finish_r(context)
  }

  /// Does a job once for every question.
  func answer(_ job: OperationJob, into sink: inout some AnswerSink) {
    switch job {
    case .distance: distance(&sink)
    case .nearest: nearest(&sink)
    case .fraction: fraction(&sink)
    case .length: length(&sink)
    case .envelope: envelope(&sink)
    case .pointBuffer: pointBuffer(&sink)
    case .buffer: buffer(&sink)
    case .intersectAreas: intersect(areaOrdinates, otherAreaOrdinates, areFirstAreas: true, &sink)
    case .intersectLine: intersect(lineOrdinates, areaOrdinates, areFirstAreas: false, &sink)
    case .preparedContains: preparedContains(&sink)
    case .preparedIntersects: preparedIntersects(&sink)
    case .preparedWithin: preparedWithin(&sink)
    }
  }

  private func distance(_ sink: inout some AnswerSink) {
    for index in unsafe points.indices {
      let line = unsafe lines[index / OperationSample.questionsPerLine]
      var distance = 0.0
      unsafe GEOSDistance_r(context, line, points[index], &distance)
      sink.add(distance)
    }
  }

  private func nearest(_ sink: inout some AnswerSink) {
    for index in unsafe points.indices {
      let line = unsafe lines[index / OperationSample.questionsPerLine]
      let places = unsafe GEOSNearestPoints_r(context, line, points[index])
      var x = 0.0
      var y = 0.0
      // Two places: the first is the line's.
      unsafe GEOSCoordSeq_getXY_r(context, places, 0, &x, &y)
      unsafe GEOSCoordSeq_destroy_r(context, places)
      sink.add(x)
      sink.add(y)
    }
  }

  private func fraction(_ sink: inout some AnswerSink) {
    for index in unsafe points.indices {
      let line = unsafe lines[index / OperationSample.questionsPerLine]
      sink.add(unsafe GEOSProjectNormalized_r(context, line, points[index]))
    }
  }

  private func length(_ sink: inout some AnswerSink) {
    for line in unsafe lines.indices {
      for _ in 0..<OperationSample.questionsPerLine {
        var length = 0.0
        unsafe GEOSLength_r(context, lines[line], &length)
        sink.add(length)
      }
    }
  }

  /// The rectangle is made and freed; its sides are read, by four more calls, only for the comparison.
  private func envelope<Sink: AnswerSink>(_ sink: inout Sink) {
    for line in unsafe lines.indices {
      for _ in 0..<OperationSample.questionsPerLine {
        guard let envelope = unsafe GEOSEnvelope_r(context, lines[line]) else { continue }
        if Sink.reads {
          var sides = SIMD4<Double>()
          unsafe GEOSGeom_getXMin_r(context, envelope, &sides.x)
          unsafe GEOSGeom_getYMin_r(context, envelope, &sides.y)
          unsafe GEOSGeom_getXMax_r(context, envelope, &sides.z)
          unsafe GEOSGeom_getYMax_r(context, envelope, &sides.w)
          for side in sides.indices { sink.add(sides[side]) }
        }
        unsafe GEOSGeom_destroy_r(context, envelope)
      }
    }
  }

  /// The area is made and freed; its vertices are read only for the comparison.
  private func pointBuffer<Sink: AnswerSink>(_ sink: inout Sink) {
    for index in unsafe points.indices {
      guard let buffer = unsafe GEOSBuffer_r(context, points[index], OperationSample.distance, 8)
      else { continue }
      if Sink.reads { unsafe result.read(buffer, into: &sink) }
      unsafe GEOSGeom_destroy_r(context, buffer)
    }
  }

  private func buffer(_ sink: inout some AnswerSink) {
    for ordinates in lineOrdinates {
      let made = unsafe geosLine(ordinates, context)
      if let buffer = unsafe GEOSBufferWithStyle_r(
        context,
        made,
        OperationSample.distance,
        8,
        Int32(GEOSBUF_CAP_ROUND.rawValue),
        Int32(GEOSBUF_JOIN_ROUND.rawValue),
        5
      ) {
        unsafe result.read(buffer, into: &sink)
        unsafe GEOSGeom_destroy_r(context, buffer)
      }
      unsafe GEOSGeom_destroy_r(context, made)
    }
  }

  private func intersect(
    _ operands: [[Double]],
    _ areas: [[Double]],
    areFirstAreas: Bool,
    _ sink: inout some AnswerSink
  ) {
    for index in operands.indices {
      let first =
        unsafe areFirstAreas
        ? Self.area(operands[index], context) : geosLine(operands[index], context)
      let second = unsafe Self.area(areas[index], context)
      if let shared = unsafe GEOSIntersection_r(context, first, second) {
        unsafe result.read(shared, into: &sink)
        unsafe GEOSGeom_destroy_r(context, shared)
      }
      unsafe GEOSGeom_destroy_r(context, first)
      unsafe GEOSGeom_destroy_r(context, second)
    }
  }

  private func preparedContains(_ sink: inout some AnswerSink) {
    for index in places.indices {
      let place = places[index]
      let point = unsafe GEOSGeom_createPointFromXY_r(context, place.x, place.y)
      let area = unsafe preparedAreas[index / OperationSample.questionsPerLine]
      sink.add(Double(unsafe GEOSPreparedContains_r(context, area, point)))
      unsafe GEOSGeom_destroy_r(context, point)
    }
  }

  private func preparedIntersects(_ sink: inout some AnswerSink) {
    for index in shortLineOrdinates.indices {
      let ordinates = shortLineOrdinates[index]
      for _ in 0..<OperationSample.questionsPerLine {
        let line = unsafe geosLine(ordinates, context)
        sink.add(Double(unsafe GEOSPreparedIntersects_r(context, preparedAreas[index], line)))
        unsafe GEOSGeom_destroy_r(context, line)
      }
    }
  }

  private func preparedWithin(_ sink: inout some AnswerSink) {
    for index in places.indices {
      let place = places[index]
      let point = unsafe GEOSGeom_createPointFromXY_r(context, place.x, place.y)
      let line = unsafe preparedLines[index / OperationSample.questionsPerLine]
      let isWithin = unsafe GEOSPreparedDistanceWithin_r(
        context,
        line,
        point,
        OperationSample.distance
      )
      sink.add(Double(isWithin))
      unsafe GEOSGeom_destroy_r(context, point)
    }
  }

  @unsafe
  private static func area(
    _ ordinates: [Double],
    _ context: GEOSContextHandle_t
  ) -> OpaquePointer? {
    // As for lines; the area owns its ring and has no holes.
    let count = UInt32(ordinates.count / 2)
    let sequence = unsafe GEOSCoordSeq_copyFromBuffer_r(context, ordinates, count, 0, 0)
    let ring = unsafe GEOSGeom_createLinearRing_r(context, sequence)
    return unsafe GEOSGeom_createPolygon_r(context, ring, nil, 0)
  }
}

/// A line of ordinates, x and y in turn; nil when GEOS has no memory.
@unsafe
func geosLine(_ ordinates: [Double], _ context: GEOSContextHandle_t) -> OpaquePointer? {
  // GEOS copies the ordinates before the call returns; the line then owns the sequence.
  let count = UInt32(ordinates.count / 2)
  let sequence = unsafe GEOSCoordSeq_copyFromBuffer_r(context, ordinates, count, 0, 0)
  return unsafe GEOSGeom_createLineString_r(context, sequence)
}
