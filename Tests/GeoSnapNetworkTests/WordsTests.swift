import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("How sentences write numbers and lists")
struct WordsTests {
  @Test("A number has as many decimals as are asked for, as C's formatting has them")
  func decimals() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<20_000 {
      let size = pow(10, Double(generator.int(-4...7)))
      let number = generator.double(-1...1) * size
      for decimals in [0, 1, 3, 7] {
        var expected = String(format: "%.\(decimals)f", number)
        // Nothing is less than nothing.
        if Double(expected) == 0, expected.hasPrefix("-") { expected.removeFirst() }
        #expect(Words.number(number, decimals: decimals) == expected, "\(number), seed 11")
      }
    }
    #expect(Words.number(417_831.99, decimals: 3) == "417831.990")
    #expect(Words.number(2, decimals: 1) == "2.0")
    #expect(Words.number(-0.5, decimals: 2) == "-0.50")
  }

  @Test("The sentence about known names counts those beyond thirty")
  func known() {
    #expect(Words.known("tier", []).isEmpty)
    #expect(Words.known("tier", ["A"]) == "The only tier is A.")
    let many = Words.known("tier", (1...32).map { "T\($0)" })
    #expect(many.hasPrefix("The tiers are T1, T2,") && many.hasSuffix("T30 and 2 more."))
  }

  @Test("A number for people has seven digits, and none behind the point when it is whole")
  func plain() {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<20_000 {
      let number = generator.double(-1...1) * pow(10, Double(generator.int(-3...6)))
      guard number.magnitude >= 1e-4 else { continue }
      #expect(Words.number(number) == String(format: "%.7g", number), "\(number), seed 12")
    }
    for (number, text) in [
      (0, "0"), (-0.0, "0"), (12, "12"), (-3, "-3"), (0.5, "0.5"), (1377.4, "1377.4"),
      (12_345_678.9, "12345679"), (1e20, "1e+20"), (.infinity, "inf"), (.nan, "nan"),
      (1.234_567_89e300, "1.234568e+300"), (-1.0 / 3e9, "-3.333333e-10"),
      (.leastNonzeroMagnitude, "5e-324"),
    ] {
      #expect(Words.number(number) == text)
    }
    for (number, text) in [
      (1e18, "1e+18"), (-1e18, "-1e+18"), (1e300 / 3, "3.333333e+299"), (1e-9, "0.000"),
      (0x1p53, "9007199254740992.000"), (.infinity, "inf"), (-.infinity, "-inf"), (.nan, "nan"),
    ] {
      #expect(Words.number(number, decimals: 3) == text)
    }
  }

  @Test("A list names a few and counts the rest")
  func list() {
    #expect(Words.list([], "or").isEmpty)
    #expect(Words.list(["A"], "or") == "A")
    #expect(Words.list(["A", "B"], "and") == "A and B")
    #expect(Words.list(["A", "B", "C"], "or", limit: 2) == "A, B or 1 more")
    #expect(Words.names(["A", "B", "C"]) == "A, B and C")
    #expect(Words.names(["A", "B", "C", "D"], limit: 2) == "A, B and 2 more")
  }
}
