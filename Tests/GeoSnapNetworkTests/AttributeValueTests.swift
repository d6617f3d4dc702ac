import GeoSnapNetwork
import Testing

@Suite("Values of attributes")
struct AttributeValueTests {
  @Test("Values are equal when the same is stored, a NaN too")
  func equality() {
    let nan = AttributeValue.real(.nan)
    let other = AttributeValue.real(Double(nan: 7, signaling: false))
    #expect(nan == other && nan.hashValue == other.hashValue)
    #expect(AttributeValue.real(0) == .real(-0.0))
    #expect(Set([nan, other, .real(0), .real(-0.0), .null]).count == 3)
    let others: [AttributeValue] = [.null, .integer(1), .real(1), .text("1"), .blob([1]), nan]
    for (number, left) in others.enumerated() {
      for (place, right) in others.enumerated() { #expect((left == right) == (number == place)) }
    }
  }
}
