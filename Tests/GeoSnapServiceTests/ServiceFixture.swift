import Foundation
import GeoSnap
import GeoSnapProjection
import GeoSnapService
import GeoSnapStore
import GeoSnapTestSupport
import GeoSnapTool
import Testing

typealias Document = [String: Any]

/// A service on a copy of the sample network, which is gone with it.
final class ServiceFixture: Sendable {
  let path: String
  let service: NetworkService

  static let token = "a token of the tests"
  static let host = ["host": "127.0.0.1:8377"]
  static let withToken = host.merging(["authorization": "Bearer \(token)"]) { $1 }
  static let withoutToken = ["authorization": ""]

  /// One for all tests that only ask.
  static var asked: ServiceFixture { get async throws { try await shared.value } }

  private static let shared = Task { try await ServiceFixture() }

  init(
    isPublic: Bool = false,
    isReadOnly: Bool = false,
    hasOpeningKey: Bool = false,
    hosts: [String] = [],
    srid: SRID? = nil
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("geosnap-service-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("town.gpkg").path
    if let srid {
      let town = try GeoPackage.open(SampleFile.path).network
      let way = try CoordinateTransformation(from: 25_832, to: srid)
      try GeoPackage.write(way.transform(town), to: path)
    } else {
      try FileManager.default.copyItem(atPath: SampleFile.path, toPath: path)
    }
    service = NetworkService(
      try await NetworkHandle(path, .none, nil, isStrict: false, progress: nil),
      access: AccessRules(
        token: Self.token,
        port: 8377,
        hosts: hosts,
        isPublic: isPublic,
        isReadOnly: isReadOnly
      ),
      openingKey: hasOpeningKey ? OpeningKey() : nil
    )
  }

  deinit {
    try? FileManager.default.removeItem(at: URL(fileURLWithPath: path).deletingLastPathComponent())
  }

  var network: EditedNetwork { service.served.now.open.network }

  func feature(_ origin: String) throws -> (id: FeatureID, row: Int) {
    let feature = try #require(network.features(origin: origin).first)
    return (feature, Int(try #require(network.rowID(of: feature))))
  }

  /// Asks as a program with the token does; a header without text is left out.
  func ask(
    _ target: String,
    method: String = "GET",
    headers: [String: String] = [:],
    body: String? = nil
  ) async -> (status: Int, bytes: [UInt8], headers: [String: String]) {
    var all = Self.withToken
    if body != nil { all["content-type"] = "application/json" }
    all.merge(headers) { $1 }
    let answer = await service.answer(
      ServiceRequest(
        method: method,
        target: target,
        headers: all.filter { !$0.value.isEmpty },
        body: Array((body ?? "").utf8)
      )
    )
    var bytes: [UInt8] = []
    switch answer.body {
    case .whole(let whole): bytes = whole
    case .pieces(let pieces):
      do { for try await piece in pieces { bytes += piece } } catch {}
    }
    return (answer.status, bytes, Dictionary(answer.headers.map { ($0.name, $0.value) }) { $1 })
  }

  func status(_ target: String, _ headers: [String: String] = [:]) async -> Int {
    await ask(target, headers: headers).status
  }

  func statusOfPost(
    _ target: String,
    _ headers: [String: String] = [:],
    body: String? = nil
  ) async -> Int { await ask(target, method: "POST", headers: headers, body: body).status }

  func document(_ target: String, body: String? = nil) async throws -> Document {
    let answer = await ask(target, method: body == nil ? "GET" : "POST", body: body)
    try #require(answer.status == 200, "\(String(decoding: answer.bytes, as: UTF8.self))")
    return try read(answer.bytes)
  }

  /// The features of a page that has all that match, and their ids.
  func features(_ target: String) async throws -> (features: [Document], ids: [Int]) {
    let page = try await document("/collections/\(target)")
    let features = page["features"] as? [Document] ?? []
    #expect(page["numberReturned"] as? Int == features.count)
    #expect(page["numberMatched"] as? Int == features.count)
    return (features, features.compactMap { $0["id"] as? Int })
  }

  /// What the verb of the command prints, run on the file by itself; NETWORK in the words is its path.
  func printed(_ words: String, input: String = "") async throws -> Document {
    let words = words.split(separator: " ").map { word in
      word == "NETWORK" ? path : String(word.replacing("%20", with: " "))
    }
    var question = VerbQuestion(words + ["--json"])
    question.input = Array(input.utf8)
    return try read(await question.reply().output)
  }
}

func read(_ bytes: some Sequence<UInt8>) throws -> Document {
  try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? Document)
}

func value(_ document: Document?, _ path: String...) -> Any? {
  path.reduce(document as Any?) { ($0 as? Document)?[$1] }
}

func box(_ box: Envelope) -> String { "\(box.minX),\(box.minY),\(box.maxX),\(box.maxY)" }

func epsg(_ srid: Int) -> String { "http://www.opengis.net/def/crs/EPSG/0/\(srid)" }
