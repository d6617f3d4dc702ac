import GeoSnap
import GeoSnapImport
import Testing

@Suite struct SHA1Tests {
  @Test("The digests are those of RFC 3174's test vectors")
  func rfcVectors() {
    for (text, count, digest) in [
      ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ), ("a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
      ("01234567", 80, "dea356a2cddd90c7a7ecedc5ebb563934f460452"),
      ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ] {
      let bytes = SHA1.digest(Array(String(repeating: text, count: count).utf8))
      #expect(bytes.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined() == digest)
    }
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
