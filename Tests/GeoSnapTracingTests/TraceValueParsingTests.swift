import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Values as people type them")
struct TraceValueParsingTests {
  private static let definition = NetworkDefinition(
    domains: [CodedValueDomain("Status", [1: "Open", 2: "closed"])]
  )

  private func attribute(
    _ type: NetworkAttribute.DataType,
    domain: String? = nil
  ) -> NetworkAttribute { NetworkAttribute(id: 1, name: "A", dataType: type, domainName: domain) }

  private func parsed(_ text: String, _ attribute: NetworkAttribute) throws -> TraceValue {
    try TraceValue(parsing: text, of: attribute, in: Self.definition)
  }

  @Test("A text of the type becomes its value")
  func values() throws {
    for (type, text, value) in [
      (.integer, "42", .integer(42)), (.integer, "  -7 ", .integer(-7)),
      (.integer, "4e2", .integer(400)), (.integer, "9223372036854775807", .integer(.max)),
      (.float, "0.5", .real(0.5)), (.float, "3.4e38", .real(3.4e38)),
      (.double, "1e39", .real(1e39)), (.double, "2", .integer(2)),
      (.double, "-0.25", .real(-0.25)), (.boolean, "TRUE", .boolean(true)),
      (.boolean, "false", .boolean(false)), (.boolean, "0", .boolean(false)),
      (.boolean, "1", .boolean(true)),
    ] as [(NetworkAttribute.DataType, String, TraceValue)] {
      #expect(try parsed(text, attribute(type)) == value, "\(text)")
    }
  }

  @Test("A text of another type is an error that says what is taken")
  func mistakes() {
    for (type, texts, takes) in [
      (.integer, ["1.5", "", "9223372036854775808", "true"], "a whole number"),
      (.float, ["1e39"], "a number of single precision"),
      (.double, ["1e400", "nan", "1,5", "true"], "a number"),
      (.boolean, ["2", "yes"], "true or false"),
    ] as [(NetworkAttribute.DataType, [String], String)] {
      for text in texts {
        let error = #expect(throws: TraceError.self) { try parsed(text, attribute(type)) }
        #expect(error?.code == .badValue)
        #expect(error?.message == "'\(text)' is not a value of A, which takes \(takes).")
      }
    }
  }

  @Test("Names of coded values become codes, whatever their case; other codes may be typed")
  func codedValues() throws {
    let status = attribute(.integer, domain: "Status")
    for (text, code) in [("Open", 1), (" CLOSED", 2), ("2", 2), ("9", 9)] {
      #expect(try parsed(text, status) == .integer(Int64(code)), "\(text)")
    }
    let error = #expect(throws: TraceError.self) { try parsed("shut", status) }
    let message = "'shut' is not a value of A, which takes a whole number, Open or closed."
    #expect(error?.message == message)
    #expect(Self.definition.domain(of: status)?.codedValues.count == 2)
    #expect(Self.definition.domain(of: attribute(.integer)) == nil)
    #expect(Self.definition.domain(of: attribute(.integer, domain: "no such")) == nil)
  }
}
