import Foundation
public import Testing

/// How much the tests try, as `GEOSNAP_RANDOM` in the environment says.
///
/// Every test that takes random cases or many files asks here how many, so that one word sets them all:
///
/// ```swift
/// for seed in 0..<Extent.count(40, long: 300, full: 20_000) {}
/// ```
public enum Extent: String, Comparable, Sendable {
  /// What a developer waits for before each commit: `make test` and `.ci/run`, no word in the environment.
  case short
  /// Also the tests marked `.long`; of others no more cases: the word `every`.
  case every
  /// More cases too: `make test-long`, the word `long`.
  case long
  /// All cases there are: `make test-full`, the word `full`.
  case full

  /// The one that was asked for.
  ///
  /// Any other word is a mistake that would check less than was meant.
  public static let current: Extent = {
    guard let word = ProcessInfo.processInfo.environment["GEOSNAP_RANDOM"], !word.isEmpty else {
      return .short
    }
    guard let extent = Extent(rawValue: word) else {
      preconditionFailure("GEOSNAP_RANDOM is \(word): not one of short, every, long and full.")
    }
    return extent
  }()

  public static var isFull: Bool { current == .full }

  /// The number for the extent that was asked for; without one for `full`, that of `long`.
  public static func count<Number: BinaryInteger>(
    _ short: Number,
    long: Number,
    full: Number? = nil
  ) -> Number {
    switch current {
    case .short, .every: short
    case .long: long
    case .full: full ?? long
    }
  }

  public static func < (one: Extent, other: Extent) -> Bool { one.order < other.order }

  private var order: Int {
    switch self {
    case .short: 0
    case .every: 1
    case .long: 2
    case .full: 3
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Of a test that takes more than two seconds and has no smaller form: `make test` leaves it out, `make test-long` and
  /// `make check` run it.
  public static var long: Self {
    .enabled(if: Extent.current >= .every, "A long test: make test-long runs it.")
  }
}

extension Extent {
  /// The first cases below `long`, all of them from there on.
  public static func some<Case>(_ count: Int, of cases: some Collection<Case>) -> [Case] {
    Array(current < .long ? cases.prefix(count) : cases.prefix(cases.count))
  }

  /// Every so many of the cases below `long`, all of them from there on.
  public static func every<Case>(_ step: Int, of cases: some Collection<Case>) -> [Case] {
    current >= .long
      ? Array(cases) : cases.enumerated().filter { $0.offset % step == 0 }.map(\.element)
  }
}
