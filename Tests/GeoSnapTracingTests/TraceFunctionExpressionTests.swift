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
    for text in [text, expected.expression(), expected.expression(in: Self.definition)] {
      #expect(try TraceFunction(parsing: text, in: Self.definition) == expected, "\(text)")
    }
  }

  @Test("A barrier reads as what it says, and is printed so that it reads back")
  func barrier() throws {
    for (text, expected) in [
      ("add(Length) >= 4", TraceFunctionBarrier(.add, of: "Length", .greaterThanEqual, 4)),
      (
        "add(Length)>=4 local",
        .init(.add, of: "Length", .greaterThanEqual, 4, usesLocalValues: true)
      ),
      (
        "Average(Length) < -1.5 [Local]",
        .init(.average, of: "Length", .lessThan, -1.5, usesLocalValues: true)
      ),
    ] {
      for text in [text, expected.expression] {
        #expect(try TraceFunctionBarrier(parsing: text, in: Self.definition) == expected, "\(text)")
      }
    }
  }

  private static let types = TraceFunctionType.allCases.map(\.rawValue)

  static let mistakes: [(String, Int, String, [String])] = [
    ("", 1, "name of a function", types),
    ("sum(Length)", 1, "name of a function", types),
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
    #expect(error.column == column && error.message.contains(message), "\(error)")
    #expect(error.validNames == valid)
  }

  @Test("A barrier without operator, number or end is an error")
  func barrierMistake() {
    for (text, column) in [
      ("add(Length)", 12), ("add(Length) >=", 15), ("add(Length) >= x", 16),
      ("add(Length) >= 4 far", 18), ("add(Length) >= 4 [local", 24),
      ("add(Length) >= 4 local 5", 24),
    ] {
      let error = #expect(throws: TraceExpressionError.self) {
        try TraceFunctionBarrier(parsing: text, in: Self.definition)
      }
      #expect(error?.column == column, "\(text)")
    }
  }
}
