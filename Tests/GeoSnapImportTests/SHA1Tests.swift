import GeoSnap
import GeoSnapImport
import Testing

@Suite struct SHA1Tests {
  private func hexadecimal(_ text: String) -> String {
    SHA1.digest(Array(text.utf8)).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  @Test("The digests are those of RFC 3174's test vectors")
  func rfcVectors() {
    #expect(hexadecimal("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      hexadecimal("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    )
    #expect(
      hexadecimal(String(repeating: "a", count: 1_000_000))
        == "34aa973cd4c4daa4f61eeb2bdbad27316534016f"
    )
    #expect(
      hexadecimal(
        String(
          repeating: "0123456701234567012345670123456701234567012345670123456701234567",
          count: 10
        )
      )
        == "dea356a2cddd90c7a7ecedc5ebb563934f460452"
    )
    #expect(hexadecimal("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
  }

  @Test("A name-based UUID is the one that Python's uuid5 gives")
  func uuid5() throws {
    let dns = try #require(GlobalID("6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
    #expect(
      GlobalID(name: "python.org", namespace: dns).description
        == "886313E1-3B8A-5372-9B90-0C9AEE199E5D"
    )
  }
}
