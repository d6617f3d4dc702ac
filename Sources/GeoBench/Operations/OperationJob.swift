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

  /// The sizes of line or area that it is measured on, in segments.
  var sizes: [Int] { self == .pointBuffer ? [4] : OperationJob.allSizes }

  static let allSizes = [4, 10, 100]

  func name(_ segments: Int) -> String { sizes.count > 1 ? "\(rawValue) \(segments)" : rawValue }

  /// The greatest relative difference of an answer from GEOS's.
  var tolerance: Double {
    switch self {
    case .distance, .nearest, .fraction, .length, .envelope: 1e-12
    default: 0
    }
  }

  /// Whether GEOS's result is a geometry that timed runs do not read, which favours GEOS.
  var leavesResultUnread: Bool { self == .envelope || self == .pointBuffer }

  /// The number of operations in one run.
  func operations(_ sample: OperationSample) -> Int {
    switch self {
    case .buffer, .intersectAreas, .intersectLine: sample.lines.count
    default: sample.places.count
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
      case .timesAsFast(let goal): "\(text(rival / own)) times as fast (goal \(text(goal)))"
      case .timesAsLong(let goal): "\(text(own / rival)) times as long (goal \(text(goal)))"
      }
    }

    private func text(_ number: Double) -> String { fixed(number, number < 2 ? 2 : 1) }
  }
}
