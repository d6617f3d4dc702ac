import GeoSnap
import Testing

@Suite("Values as people type them")
struct TraceValueParsingTests {
  private static let definition = NetworkDefinition(
    domains: [
      CodedValueDomain(
        name: "Status",
        codedValues: [.init(code: 1, name: "Open"), .init(code: 2, name: "closed")]
      )
    ]
  )

  private static func attribute(
    _ type: NetworkAttribute.DataType,
    domain: String? = nil
  ) -> NetworkAttribute {
    NetworkAttribute(id: 1, name: "A", dataType: type, domainName: domain)
  }

  @Test(
    "A text of the type becomes its value",
    arguments: [
      (NetworkAttribute.DataType.integer, "42", TraceValue.integer(42)),
      (.integer, "  -7 ", .integer(-7)), (.integer, "4e2", .integer(400)),
      (.integer, "9223372036854775807", .integer(.max)), (.float, "0.5", .real(0.5)),
      (.float, "3.4e38", .real(3.4e38)), (.double, "1e39", .real(1e39)),
      (.double, "2", .integer(2)),
      (.double, "-0.25", .real(-0.25)), (.boolean, "TRUE", .boolean(true)),
      (.boolean, "false", .boolean(false)), (.boolean, "0", .boolean(false)),
      (.boolean, "1", .boolean(true)),
    ]
  )
  func values(type: NetworkAttribute.DataType, text: String, value: TraceValue) throws {
    let attribute = Self.attribute(type)
    #expect(try TraceValue(parsing: text, of: attribute, in: Self.definition) == value)
  }

  @Test(
    "A text of another type is an error that says what is taken",
    arguments: [
      (NetworkAttribute.DataType.integer, "1.5", "a whole number"),
      (.integer, "", "a whole number"), (.integer, "9223372036854775808", "a whole number"),
      (.integer, "true", "a whole number"), (.float, "1e39", "a number of single precision"),
      (.double, "1e400", "a number"), (.double, "nan", "a number"), (.double, "1,5", "a number"),
      (.double, "true", "a number"), (.boolean, "2", "true or false"),
      (.boolean, "yes", "true or false"),
    ]
  )
  func mistakes(type: NetworkAttribute.DataType, text: String, takes: String) {
    let error = #expect(throws: TraceError.self) {
      try TraceValue(parsing: text, of: Self.attribute(type), in: Self.definition)
    }
    #expect(error?.code == .badValue)
    #expect(error?.message == "'\(text)' is no value of A, which takes \(takes).")
  }

  @Test("Names of coded values become codes, whatever their case; other codes may be typed")
  func codedValues() throws {
    let status = Self.attribute(.integer, domain: "Status")
    for (text, code) in [("Open", 1), (" CLOSED", 2), ("2", 2), ("9", 9)] {
      let value = try TraceValue(parsing: text, of: status, in: Self.definition)
      #expect(value == .integer(Int64(code)), "\(text)")
    }
    let error = #expect(throws: TraceError.self) {
      try TraceValue(parsing: "shut", of: status, in: Self.definition)
    }
    #expect(
      error?.message
        == "'shut' is no value of A, which takes a whole number or one of Open, closed."
    )
    #expect(Self.definition.domain(of: status)?.codedValues.count == 2)
    #expect(Self.definition.domain(of: Self.attribute(.integer)) == nil)
    #expect(Self.definition.domain(of: Self.attribute(.integer, domain: "no such")) == nil)
  }
}
