import CGEOS
import GeoSnap

/// Does the jobs on geometries through GEOS's C functions alone, as a program in C would; used by one thread.
@safe final class GEOSOperations {
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
    unsafe points = places.compactMap { unsafe GEOSGeom_createPointFromXY_r(context, $0.x, $0.y) }
    unsafe areas = areaOrdinates.compactMap { unsafe Self.area($0, context) }
    unsafe preparedAreas = areas.compactMap { unsafe GEOSPrepare_r(context, $0) }
    unsafe preparedLines = lines.compactMap { unsafe GEOSPrepare_r(context, $0) }
    guard unsafe preparedAreas.count == sample.areas.count,
      unsafe preparedLines.count == sample.lines.count, unsafe points.count == places.count
    else { throw BenchError("GEOS has no memory for the sample.") }
  }

  deinit {
    // All were made with this context and are not used again; prepared ones go first.
    let prepared = unsafe preparedAreas + preparedLines
    for index in unsafe prepared.indices {
      unsafe GEOSPreparedGeom_destroy_r(context, prepared[index])
    }
    let made = unsafe lines + points + areas
    for index in unsafe made.indices { unsafe GEOSGeom_destroy_r(context, made[index]) }
    unsafe GEOS_finish_r(context)
  }

  func answer(_ job: OperationJob, into sink: inout some AnswerSink) {
    switch job {
    case .distance:
      for index in unsafe points.indices {
        var distance = 0.0
        unsafe GEOSDistance_r(context, line(index), points[index], &distance)
        sink.add(distance)
      }
    case .nearest:
      for index in unsafe points.indices {
        let places = unsafe GEOSNearestPoints_r(context, line(index), points[index])
        var (x, y) = (0.0, 0.0)
        // Two places: the first is the line's.
        unsafe GEOSCoordSeq_getXY_r(context, places, 0, &x, &y)
        unsafe GEOSCoordSeq_destroy_r(context, places)
        sink.add(x)
        sink.add(y)
      }
    case .fraction:
      for index in unsafe points.indices {
        sink.add(unsafe GEOSProjectNormalized_r(context, line(index), points[index]))
      }
    case .length:
      for index in places.indices {
        var length = 0.0
        unsafe GEOSLength_r(context, line(index), &length)
        sink.add(length)
      }
    case .envelope: envelope(&sink)
    case .pointBuffer: pointBuffer(&sink)
    case .buffer: buffer(&sink)
    case .intersectAreas: intersect(areaOrdinates, otherAreaOrdinates, areFirstAreas: true, &sink)
    case .intersectLine: intersect(lineOrdinates, areaOrdinates, areFirstAreas: false, &sink)
    case .preparedContains:
      for index in places.indices {
        let point = unsafe point(index)
        let area = unsafe preparedAreas[index / OperationSample.questionsPerLine]
        sink.add(Double(unsafe GEOSPreparedContains_r(context, area, point)))
        unsafe GEOSGeom_destroy_r(context, point)
      }
    case .preparedIntersects:
      for index in places.indices {
        let number = index / OperationSample.questionsPerLine
        let line = unsafe geosLine(shortLineOrdinates[number], context)
        sink.add(Double(unsafe GEOSPreparedIntersects_r(context, preparedAreas[number], line)))
        unsafe GEOSGeom_destroy_r(context, line)
      }
    case .preparedWithin:
      let distance = OperationSample.distance
      for index in places.indices {
        let point = unsafe point(index)
        let line = unsafe preparedLines[index / OperationSample.questionsPerLine]
        sink.add(Double(unsafe GEOSPreparedDistanceWithin_r(context, line, point, distance)))
        unsafe GEOSGeom_destroy_r(context, point)
      }
    }
  }

  @unsafe private func line(_ question: Int) -> OpaquePointer {
    unsafe lines[question / OperationSample.questionsPerLine]
  }

  @unsafe private func point(_ question: Int) -> OpaquePointer? {
    unsafe GEOSGeom_createPointFromXY_r(context, places[question].x, places[question].y)
  }

  /// The rectangle is made and freed; its sides are read, by four more calls, only for the comparison.
  private func envelope<Sink: AnswerSink>(_ sink: inout Sink) {
    for index in places.indices {
      guard let envelope = unsafe GEOSEnvelope_r(context, line(index)) else { continue }
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
    let (cap, join) = (Int32(GEOSBUF_CAP_ROUND.rawValue), Int32(GEOSBUF_JOIN_ROUND.rawValue))
    let distance = OperationSample.distance
    for ordinates in lineOrdinates {
      let made = unsafe geosLine(ordinates, context)
      if let buffer = unsafe GEOSBufferWithStyle_r(context, made, distance, 8, cap, join, 5) {
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

  @unsafe private static func area(
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
@unsafe func geosLine(_ ordinates: [Double], _ context: GEOSContextHandle_t) -> OpaquePointer? {
  // GEOS copies the ordinates before the call returns; the line then owns the sequence.
  let count = UInt32(ordinates.count / 2)
  let sequence = unsafe GEOSCoordSeq_copyFromBuffer_r(context, ordinates, count, 0, 0)
  return unsafe GEOSGeom_createLineString_r(context, sequence)
}

/// A reusable array for the ordinates of one geometry after the other.
@safe final class OrdinateBuffer {
  private let context: GEOSContextHandle_t
  private var ordinates = [Double](repeating: 0, count: 1024)
  private var count = 0

  @unsafe init(_ context: GEOSContextHandle_t) { unsafe self.context = context }

  /// Copies the ordinates of a geometry, x and y in turn, and passes them on.
  @unsafe func read(_ geometry: OpaquePointer, into sink: inout some AnswerSink) {
    count = 0
    unsafe append(geometry)
    let ordinates = ordinates
    sink.add(ordinates.span.extracting(..<count))
  }

  @unsafe private func append(_ geometry: OpaquePointer?) {
    switch unsafe GEOSGeomTypeId_r(context, geometry) {
    case 0...2: unsafe copy(geometry)
    case 3:
      guard unsafe GEOSisEmpty_r(context, geometry) == 0 else { return }
      unsafe copy(GEOSGetExteriorRing_r(context, geometry))
      for ring in 0..<(unsafe GEOSGetNumInteriorRings_r(context, geometry)) {
        unsafe copy(GEOSGetInteriorRingN_r(context, geometry, ring))
      }
    default:
      for part in 0..<(unsafe GEOSGetNumGeometries_r(context, geometry)) {
        unsafe append(GEOSGetGeometryN_r(context, geometry, part))
      }
    }
  }

  @unsafe private func copy(_ geometry: OpaquePointer?) {
    let sequence = unsafe GEOSGeom_getCoordSeq_r(context, geometry)
    var size: UInt32 = 0
    unsafe GEOSCoordSeq_getSize_r(context, sequence, &size)
    let end = count + 2 * Int(size)
    if end > ordinates.count { ordinates += [Double](repeating: 0, count: end) }
    unsafe ordinates.withUnsafeMutableBufferPointer { buffer in
      // There is room for all coordinates from `count` on: made just now if need be.
      let start = unsafe buffer.baseAddress.map { unsafe $0 + count }
      unsafe GEOSCoordSeq_copyToBuffer_r(context, sequence, start, 0, 0)
    }
    count = end
  }
}
