import GeoSnap
import Testing

@Suite("Functions as people write them")
struct TraceFunctionExpressionTests {
  private static let definition = TraceExpressionTests.definition

  static let functions: [(String, TraceFunction)] = [
    ("add(Length)", TraceFunction(.add, of: "Length")),
    (" ADD ( length ) ", TraceFunction(.add, of: "Length")),
    ("count('Device Status')", TraceFunction(.count, of: "Device Status")),
    ("max('Shape length')", TraceFunction(.max, of: "Shape length")),
    (
      "subtract(Length) where 'Device Status' = Open or Length > 2",
      TraceFunction(
        .subtract,
        of: "Length",
        conditions: .or([
          .attribute("Device Status", .equal, 1), .attribute("Length", .greaterThan, 2),
        ])
      )
    ),
  ]

  @Test(
    "A function reads as what it says, and is printed so that it reads back",
    arguments: functions
  )
  func function(text: String, expected: TraceFunction) throws {
    let function = try TraceFunction(parsing: text, in: Self.definition)
    #expect(function == expected)
    for printed in [function.expression(), function.expression(in: Self.definition)] {
      #expect(try TraceFunction(parsing: printed, in: Self.definition) == expected, "\(printed)")
    }
  }

  static let barriers: [(String, TraceFunctionBarrier)] = [
    ("add(Length) >= 4", TraceFunctionBarrier(.add, of: "Length", .greaterThanEqual, 4)),
    (
      "add(Length)>=4 local",
      TraceFunctionBarrier(.add, of: "Length", .greaterThanEqual, 4, usesLocalValues: true)
    ),
    (
      "Average(Length) < -1.5 [Local]",
      TraceFunctionBarrier(.average, of: "Length", .lessThan, -1.5, usesLocalValues: true)
    ),
  ]

  @Test(
    "A barrier reads as what it says, and is printed so that it reads back",
    arguments: barriers
  )
  func barrier(text: String, expected: TraceFunctionBarrier) throws {
    let barrier = try TraceFunctionBarrier(parsing: text, in: Self.definition)
    #expect(barrier == expected)
    #expect(
      try TraceFunctionBarrier(parsing: barrier.expression, in: Self.definition) == expected
    )
  }

  static let mistakes: [(String, Int, String, [String])] = [
    ("", 1, "name of a function", TraceFunctionType.allCases.map(\.rawValue)),
    ("sum(Length)", 1, "name of a function", TraceFunctionType.allCases.map(\.rawValue)),
    ("add Length", 5, "'(' was expected", []),
    ("add(Lenght)", 5, "no network attribute 'Lenght'", TraceExpressionTests.names),
    ("add(Device Status)", 5, "no network attribute 'Device'", TraceExpressionTests.names),
    ("add(Length x)", 12, "')' was expected", []),
    ("add(Length) 4", 13, "'where' or the end", []),
    ("add(Length) where", 18, "name of an attribute", TraceExpressionTests.names),
  ]

  @Test("A mistake is an error with column and valid names", arguments: mistakes)
  func mistake(text: String, column: Int, message: String, valid: [String]) throws {
    let error = try #require(throws: TraceExpressionError.self) {
      try TraceFunction(parsing: text, in: Self.definition)
    }
    #expect(error.column == column, "\(error)")
    #expect(error.message.contains(message), "\(error)")
    #expect(error.validNames == valid)
  }

  @Test(
    "A barrier without operator, number or end is an error",
    arguments: [
      ("add(Length)", 12), ("add(Length) >=", 15), ("add(Length) >= x", 16),
      ("add(Length) >= 4 far", 18), ("add(Length) >= 4 [local", 24),
      ("add(Length) >= 4 local 5", 24),
    ]
  )
  func barrierMistake(text: String, column: Int) throws {
    let error = try #require(throws: TraceExpressionError.self) {
      try TraceFunctionBarrier(parsing: text, in: Self.definition)
    }
    #expect(error.column == column, "\(error)")
  }
}
