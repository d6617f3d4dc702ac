import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Conditions as people write them")
struct TraceExpressionTests {
  static let definition = NetworkDefinition(
    categories: ["Protective", "E:Power Transformer", "it's"],
    networkAttributes: [
      NetworkAttribute(id: 1, name: "Device Status", dataType: .integer, domainName: "Status"),
      NetworkAttribute(id: 2, name: "Length", dataType: .double),
      NetworkAttribute(id: 3, name: "Phases", dataType: .integer, domainName: "Phases"),
      NetworkAttribute(id: 4, name: "InService", dataType: .boolean),
      NetworkAttribute(id: 5, name: "and", dataType: .integer),
    ],
    domains: [
      CodedValueDomain("Status", [0: "Unknown", 1: "Open"]),
      CodedValueDomain("Phases", [4: "A", 7: "ABC", 9: "3 phases"]),
    ]
  )

  static let expressions: [(String, TraceCondition)] = [
    ("Length > 4", .attribute("Length", .greaterThan, 4)),
    ("length>=-1.5e1", .attribute("Length", .greaterThanEqual, -15)),
    ("\"Length\" <.5", .attribute("Length", .lessThan, 0.5)),
    ("'Device Status' = Open", .attribute("Device Status", .equal, 1)),
    ("'device status' != 'open'", .attribute("Device Status", .notEqual, 1)),
    ("InService = TRUE", .attribute("InService", .equal, true)),
    ("InService = 0", .attribute("InService", .equal, false)),
    ("'Device Status' >= 7", .attribute("Device Status", .greaterThanEqual, 7)),
    ("Phases includes A", .attribute("Phases", .includesTheValues, 4)),
    ("Phases NOT includes ABC", .attribute("Phases", .doesNotIncludeTheValues, 7)),
    ("Phases includes any 6", .attribute("Phases", .includesAny, 6)),
    ("Phases Includes None '3 phases'", .attribute("Phases", .doesNotIncludeAny, 9)),
    ("Phases <= [ 'Device Status' ]", .attributes("Phases", .lessThanEqual, "Device Status")),
    ("category = protective", .hasCategory("Protective")),
    ("Category != 'it''s'", .lacksCategory("it's")), ("'and' = 1", .attribute("and", .equal, 1)),
    ("Phases = '7'", .attribute("Phases", .equal, 7)),
    ("'is subnetwork controller' = true", .attribute("Is subnetwork controller", .equal, true)),
    ("'Shape length' > 2.5", .attribute("Shape length", .greaterThan, 2.5)),
    (
      "Length = 1 or Length = 2 and Length = 3 or (Length = 4)",
      .or([
        .attribute("Length", .equal, 1),
        .and([.attribute("Length", .equal, 2), .attribute("Length", .equal, 3)]),
        .attribute("Length", .equal, 4),
      ])
    ),
    (
      "(Length = 1 or Length = 2) and ((Length = 3 and Length = 4))",
      .and([
        .or([.attribute("Length", .equal, 1), .attribute("Length", .equal, 2)]),
        .and([.attribute("Length", .equal, 3), .attribute("Length", .equal, 4)]),
      ])
    ),
  ]

  private func expectReadsBack(_ condition: TraceCondition) throws {
    for text in [condition.expression(), condition.expression(in: Self.definition)] {
      #expect(try TraceCondition(parsing: text, in: Self.definition) == condition, "\(text)")
    }
  }

  @Test(
    "Each form reads as what it says, and is printed so that it reads back",
    arguments: expressions
  )
  func reading(text: String, expected: TraceCondition) throws {
    #expect(try TraceCondition(parsing: text, in: Self.definition) == expected)
    try expectReadsBack(expected)
  }

  @Test("Coded values are printed by name where the definition has one")
  func names() throws {
    let condition = TraceCondition.attribute("Device Status", .equal, 1)
    #expect(condition.expression(in: Self.definition) == "'Device Status' = Open")
    #expect(condition.description == "'Device Status' = 1")
  }

  static let mistakes: [(String, Int, String, [String])] = [
    ("", 1, "The name of an attribute was expected", names),
    ("Lenght = 1", 1, "There is no network attribute 'Lenght'", names),
    ("Length = 1 or", 14, "The name of an attribute was expected", names),
    ("Length 4", 8, "An operator was expected", operators),
    ("Length =", 9, "A value was expected", []), ("Length == 1", 9, "Equality is one =.", []),
    ("Length = x", 10, "'x' is not a value", []),
    ("'Device Status' = shut", 19, "not a coded value", ["Unknown", "Open"]),
    ("'Device Status' = 1.5", 19, "must be a 64-bit integer", []),
    ("InService = 2", 13, "is true or false", []),
    ("'Device Status' = true", 19, "is not a value of Device Status", ["0 Unknown", "1 Open"]),
    ("'Device Status' != 17", 20, "'17' is not a coded value", ["0 Unknown", "1 Open"]),
    ("Phases = '5'", 10, "'5' is not a coded value", ["4 A", "7 ABC", "9 3 phases"]),
    ("Length = false", 10, "takes a number", []),
    ("Length includes 5", 8, "'includes' compares bits", []),
    ("Length not includes [Phases]", 8, "'not includes' compares bits", []),
    ("Length > 0.5km", 10, "units are not allowed", []),
    ("Length > 5km", 10, "units are not allowed", []),
    ("(Length > 5 km)", 13, "units are not allowed", []),
    ("category > a", 10, "compared with = or !=", []),
    ("category = nothing", 12, "no category", ["Protective", "E:Power Transformer", "it's"]),
    ("(Length = 1", 12, "')' was expected", []),
    ("Length = 1)", 11, "'and', 'or' or the end", []),
    ("Phases = [Length", 17, "']' was expected", []), ("Length = 'a", 10, "never closed", []),
    ("Length ! 1", 8, "'!' must be followed by '='", []), ("Length = 1 & 2", 12, "in quotes", []),
    ("Length not 1", 12, "'includes' was expected", []),
    ("Length = 1.2.3", 10, "not a finite number", []),
  ]
  private static let types = TraceFunctionType.allCases.map(\.rawValue)

  private static let functionMistakes: [(String, Int, String, [String])] = [
    ("", 1, "name of a function", types), ("sum(Length)", 1, "name of a function", types),
    ("add Length", 5, "'(' was expected", []),
    ("add(Lenght)", 5, "no network attribute 'Lenght'", names),
    ("add(Device Status)", 5, "no network attribute 'Device'", names),
    ("add(Length x)", 12, "')' was expected", []),
    ("add(Length) 4", 13, "'where' or the end", []),
    ("add(Length) where", 18, "name of an attribute", names),
  ]

  private static let barrierMistakes: [(String, Int, String, [String])] = [
    ("add(Length)", 12, "An operator was expected", operators),
    ("add(Length) >=", 15, "A number was expected", []),
    ("add(Length) >= x", 16, "A number was expected", []),
    ("add(Length) >= 4 far", 18, "'far' cannot follow a number", []),
    ("add(Length) >= 4 [local", 24, "'local]' was expected", []),
    ("add(Length) >= 4 local 5", 24, "The end was expected", []),
  ]

  private static let names =
    ["Device Status", "Length", "Phases", "InService", "and"]
    + SystemAttribute.allCases.map(\.rawValue)
  private static let operators = TraceConditionOperator.allCases.map(\.symbol)

  private func expectMistake(
    _ text: String,
    _ column: Int,
    _ message: String,
    _ valid: [String],
    _ parse: (String) throws -> Void
  ) {
    let error = #expect(throws: TraceExpressionError.self) { try parse(text) }
    #expect(error?.column == column && error?.message.contains(message) == true, "\(text)")
    #expect(error?.validNames == valid, "\(text)")
  }

  @Test("A mistake is an error with column and valid names")
  func mistake() {
    for (text, column, message, valid) in Self.mistakes {
      expectMistake(text, column, message, valid) {
        _ = try TraceCondition(parsing: $0, in: Self.definition)
      }
    }
    for (text, column, message, valid) in Self.functionMistakes {
      expectMistake(text, column, message, valid) {
        _ = try TraceFunction(parsing: $0, in: Self.definition)
      }
    }
    for (text, column, message, valid) in Self.barrierMistakes {
      expectMistake(text, column, message, valid) {
        _ = try TraceFunctionBarrier(parsing: $0, in: Self.definition)
      }
    }
  }

  @Test("Parentheses nested too deep are an error, not a crash")
  func depth() {
    let text = String(repeating: "(", count: 100_000) + "Length = 1"
    #expect(throws: TraceExpressionError.self) {
      try TraceCondition(parsing: text, in: Self.definition)
    }
  }

  private func random(_ generator: inout SeededGenerator, depth: Int) -> TraceCondition {
    let kind = depth > 0 ? generator.int(0...5) : 3
    let parts = (0..<(kind < 3 ? 2 : 0)).map { _ in random(&generator, depth: depth - 1) }
    let names = Self.definition.networkAttributes.map(\.name).filter { $0 != "InService" }
    let name = generator.pick(names)
    let test = generator.pick(TraceConditionOperator.allCases)
    switch kind {
    case 0: return .and(parts)
    case 1, 2: return .or(parts)
    case 3:
      // Coded values are compared with their codes alone, and bits are those of whole numbers.
      let codes = ["Device Status": [0, 1], "Phases": [4, 7, 9]][name] ?? Array(-9...9)
      let value = TraceValue.integer(Int64(generator.pick(codes)))
      return .attribute(name, name == "Length" ? .lessThan : test, value)
    case 4: return .attributes(name, name == "Length" ? .notEqual : test, generator.pick(names))
    default:
      let category = generator.pick(Self.definition.categories)
      return generator.oneIn(2) ? .hasCategory(category) : .lacksCategory(category)
    }
  }

  @Test("Any tree is printed so that it reads back equal", arguments: 0..<200)
  func printing(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    try expectReadsBack(random(&generator, depth: 4))
  }

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
}
