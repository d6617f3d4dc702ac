import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Conditions that people put together in a form")
struct ConditionTypingTests {
  private let status = NetworkAttribute(
    id: 1,
    name: "Device Status",
    dataType: .integer,
    domainName: "Status"
  )
  private let length = NetworkAttribute(id: 2, name: "Length", dataType: .double)

  private var definition: NetworkDefinition {
    NetworkDefinition(
      networkAttributes: [status, length],
      domains: [CodedValueDomain("Status", [0: "Closed", 1: "Open"])]
    )
  }

  @Test("Choices are the names of the domain; what has none is typed")
  func choices() {
    #expect(definition.choices(of: status) == ["Closed", "Open"])
    #expect(definition.choices(of: length) == nil)
  }

  @Test("Bits are offered for whole numbers only, and each operator has a title of its own")
  func operators() {
    #expect(definition.operators(for: status) == TraceConditionOperator.allCases)
    #expect(definition.operators(for: length).count == 6)
    #expect(!definition.operators(for: length).contains { $0.comparesBits })
    #expect(Set(TraceConditionOperator.allCases.map(\.title)).count == 10)
  }

  @Test("A name becomes its code, a number a value of the attribute's type; messages use the name")
  func typed() throws {
    let open = try TraceCondition(status, .equal, typed: " open ", in: definition)
    #expect(open == .attribute("Device Status", .equal, .integer(1)))
    #expect(open.expression(in: definition) == "'Device Status' = Open")
    let long = try TraceCondition(length, .greaterThan, typed: "2.5", in: definition)
    #expect(long == .attribute("Length", .greaterThan, .real(2.5)))
  }

  @Test(
    "What is no value is refused with what there is",
    arguments: [
      ("Device Status", TraceConditionOperator.equal, "ajar", "Open"),
      ("Device Status", .equal, "7", "Open"), ("Length", .lessThan, "far", "a number"),
      ("Length", .includesAny, "1", "bits"),
    ]
  )
  func refused(name: String, test: TraceConditionOperator, text: String, word: String) throws {
    let attribute = try #require(definition.networkAttribute(named: name))
    let error = #expect(throws: TraceExpressionError.self) {
      try TraceCondition(attribute, test, typed: text, in: definition)
    }
    #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
  }
}
