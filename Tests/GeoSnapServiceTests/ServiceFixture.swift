import Foundation
import GeoSnap
import GeoSnapProjection
import GeoSnapService
import GeoSnapStore
import GeoSnapTestSupport
import GeoSnapTool

/// A service on a copy of the sample network.
struct ServiceFixture: Sendable {
  let path: String
  let service: NetworkService

  static let token = "a token of the tests"

  /// One for all tests that only ask.
  static var asked: ServiceFixture {
    get async throws { try await shared.value }
  }

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

  func remove() {
    try? FileManager.default.removeItem(
      at: URL(fileURLWithPath: path).deletingLastPathComponent()
    )
  }

  /// Asks as a program with the token does.
  func ask(
    _ target: String,
    method: String = "GET",
    headers: [String: String] = [:],
    body: String? = nil
  ) async -> (status: Int, bytes: [UInt8], headers: [String: String]) {
    var all = ["host": "127.0.0.1:8377", "authorization": "Bearer \(Self.token)"]
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

  /// The document of an answer of status 200.
  func document(
    _ target: String,
    body: String? = nil
  ) async throws -> [String: Any] {
    let answer = await ask(target, method: body == nil ? "GET" : "POST", body: body)
    guard answer.status == 200 else {
      throw Unexpected(
        description: "\(answer.status): \(String(decoding: answer.bytes, as: UTF8.self))"
      )
    }
    let value = try JSONSerialization.jsonObject(with: Data(answer.bytes))
    guard let object = value as? [String: Any] else { throw Unexpected(description: "no object") }
    return object
  }

  /// What the verb of the command prints, run on the file by itself.
  func printed(_ words: [String], input: String = "") async throws -> [String: Any] {
    var question = VerbQuestion(words)
    question.input = Array(input.utf8)
    let reply = await question.reply()
    let value = try JSONSerialization.jsonObject(with: Data(reply.output))
    guard let object = value as? [String: Any] else { throw Unexpected(description: "no object") }
    return object
  }

  struct Unexpected: Error, CustomStringConvertible { let description: String }
}

/// Whether two documents say the same.
func isSame(_ lhs: [String: Any], _ rhs: [String: Any]) -> Bool {
  (lhs as NSDictionary).isEqual(to: rhs)
}
