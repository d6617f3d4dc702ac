import Foundation

/// The jobs on single geometries, each with an equivalent in GEOS's C interface.
enum OperationJob: String, CaseIterable {
  case distance
  case nearest
  case fraction
  case length
  case envelope
  case pointBuffer
  case buffer
  case intersectAreas
  case intersectLine
  case preparedContains
  case preparedIntersects
  case preparedWithin

  var does: String {
    switch self {
    case .distance: "from a line at hand to a place, beside GEOSDistance"
    case .nearest: "the nearest place of a line at hand, beside GEOSNearestPoints, its place read"
    case .fraction: "where along a line at hand a place is, beside GEOSProjectNormalized"
    case .length: "of a line at hand, beside GEOSLength"
    case .envelope: "of a line at hand, beside GEOSEnvelope"
    case .pointBuffer: "5 m around a point at hand, beside GEOSBuffer of one"
    case .buffer: "5 m around a line"
    case .intersectAreas: "of two areas"
    case .intersectLine: "of a line and an area"
    case .preparedContains: "a prepared area and a point"
    case .preparedIntersects: "a prepared area and a line of 4 segments"
    case .preparedWithin: "a prepared line and a point: is it within 5 m?"
    }
  }

  /// The sizes of line or area that it is measured on, in segments.
  var sizes: [Int] {
    switch self {
    case .pointBuffer: [4]
    case .distance, .nearest, .fraction, .length, .envelope, .buffer, .intersectAreas,
      .intersectLine, .preparedContains, .preparedIntersects, .preparedWithin:
      OperationJob.allSizes
    }
  }

  static let allSizes = [4, 10, 100]

  func name(_ segments: Int) -> String { sizes.count > 1 ? "\(rawValue) \(segments)" : rawValue }

  /// The greatest relative difference of an answer from GEOS's.
  var tolerance: Double {
    switch self {
    case .distance, .nearest, .fraction, .length, .envelope: 1e-12
    case .pointBuffer, .buffer, .intersectAreas, .intersectLine, .preparedContains,
      .preparedIntersects, .preparedWithin:
      0
    }
  }

  /// Whether GEOS's result is a geometry that timed runs do not read, which favours GEOS.
  var leavesResultUnread: Bool { self == .envelope || self == .pointBuffer }

  /// The number of operations in one run.
  func operations(_ sample: OperationSample) -> Int {
    switch self {
    case .buffer, .intersectAreas, .intersectLine: sample.lines.count
    case .distance, .nearest, .fraction, .length, .envelope, .pointBuffer, .preparedContains,
      .preparedIntersects, .preparedWithin:
      sample.places.count
    }
  }

  /// The goal of the product.
  var goal: Goal {
    switch self {
    case .distance, .nearest, .fraction: .timesAsFast(8)
    case .length: .timesAsFast(1)
    case .envelope: .timesAsFast(4)
    case .pointBuffer: .timesAsFast(10)
    case .buffer, .intersectAreas, .intersectLine, .preparedContains, .preparedIntersects,
      .preparedWithin:
      .timesAsLong(1.5)
    }
  }

  enum Goal {
    /// At least this many times as fast as GEOS.
    case timesAsFast(Double)
    /// At most this many times as long as the same work in C.
    case timesAsLong(Double)

    /// The comparison of two times, in words.
    func words(own: Double, rival: Double) -> String {
      switch self {
      case .timesAsFast(let goal): "\(fixed(rival / own)) times as fast (goal \(fixed(goal)))"
      case .timesAsLong(let goal): "\(fixed(own / rival)) times as long (goal \(fixed(goal)))"
      }
    }

    private func fixed(_ number: Double) -> String {
      number.formatted(.number.precision(.fractionLength(number < 2 ? 2 : 1)).grouping(.never))
    }
  }
}
