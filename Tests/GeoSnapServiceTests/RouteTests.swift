import Foundation
import GeoSnap
import GeoSnapService
import GeoSnapTestSupport
import GeoSnapTool
import Testing

/// What is answered is what the command prints.
struct RouteTests {
  @Test("Questions have the documents of the verbs")
  func documents() async throws {
    let fixture = try await ServiceFixture.asked
    let path = fixture.path
    let pairs: [(target: String, body: String?, words: [String])] = [
      ("/info", nil, ["info", path]),
      (
        "/identify?at=417700,5367500&tolerance=25", nil,
        ["identify", path, "--at", "417700,5367500", "--tolerance", "25"]
      ),
      (
        "/identify?at=417700,5367500&tolerance=250&limit=3&source=PipelineLine", nil,
        [
          "identify", path, "--at", "417700,5367500", "--tolerance", "250", "--limit", "3",
          "--source", "PipelineLine",
        ]
      ),
      (
        "/snap?at=417831.5,5367588&tolerance=5&asset-type=PipelineLine/Service/House+Connection&explain=true",
        nil,
        [
          "snap", path, "--at", "417831.5,5367588", "--tolerance", "5", "--asset-type",
          "PipelineLine/Service/House Connection", "--explain",
        ]
      ),
      (
        "/explain?at=417831.5,5367588&tolerance=5&asset-type=PipelineLine/Service/House%20Connection",
        nil,
        [
          "explain", path, "--at", "417831.5,5367588", "--tolerance", "5", "--asset-type",
          "PipelineLine/Service/House Connection",
        ]
      ),
      (
        "/associations?extent=417600,5367400,417900,5367700", nil,
        ["associations", path, "--extent", "417600,5367400,417900,5367700"]
      ),
      ("/find?text=pipe/16&limit=5", nil, ["find", path, "pipe/16", "--limit", "5"]),
      ("/show?element=origin:pipe/1697", nil, ["show", path, "origin:pipe/1697"]),
      (
        "/trace",
        #"{"type": "connected", "start": ["origin:pipe/1697"], "result-type": ["geometry"]}"#,
        [
          "trace", path, "--type", "connected", "--start", "origin:pipe/1697", "--result-type",
          "geometry",
        ]
      ),
      (
        "/validate", #"{"extent": "417600,5367400,417900,5367700"}"#,
        ["validate", path, "--extent", "417600,5367400,417900,5367700"]
      ),
    ]
    for pair in pairs {
      let served = try await fixture.document(pair.target, body: pair.body)
      let printed = try await fixture.printed(pair.words + ["--json"])
      #expect(isSame(served, printed), "\(pair.target)")
    }
  }

  @Test("A way is as long as that of the verb: there may be several")
  func ways() async throws {
    let fixture = try await ServiceFixture.asked
    let served = try await fixture.document(
      "/why",
      body: #"{"from": "origin:pipe/1697", "to": "origin:pipe/1698"}"#
    )
    let printed = try await fixture.printed([
      "why", fixture.path, "--from", "origin:pipe/1697", "--to", "origin:pipe/1698", "--json",
    ])
    #expect(served["reached"] as? Bool == printed["reached"] as? Bool)
    let count = (served["path"] as? [Any])?.count
    #expect(count == (printed["path"] as? [Any])?.count)
    #expect(count ?? 0 > 0)
  }

  @Test("A configuration is an object, or one that the network has; no file is read")
  func configurations() async throws {
    let fixture = try await ServiceFixture.asked
    let printed = try await fixture.printed([
      "trace", fixture.path, "--type", "connected", "--start", "origin:pipe/1697", "--json",
    ])
    let served = try await fixture.document(
      "/trace",
      body: #"{"type": "connected", "start": ["origin:pipe/1697"], "config": {}}"#
    )
    #expect(isSame(served, printed))
    for name in ["/etc/passwd", "trace.json", "-", "../town.gpkg"] {
      let answer = await fixture.ask(
        "/trace",
        method: "POST",
        body: #"{"type": "connected", "start": ["origin:pipe/1697"], "config": "\#(name)"}"#
      )
      #expect(answer.status == 422, "\(name)")
      #expect(String(decoding: answer.bytes, as: UTF8.self).contains("No trace configuration"))
    }
  }

  @Test(
    "What is asked wrongly is refused with a sentence",
    arguments: [
      ("/identify", 400), ("/identify?at=1,2", 400), ("/identify?at=1&tolerance=1", 400),
      ("/identify?at=1,nan&tolerance=1", 400), ("/identify?at=1,2&tolerance=-1", 400),
      ("/identify?at=1,2&tolerance=1&tolerance=2", 400),
      ("/identify?at=1,2&tolerance=1&svg=/tmp/x.svg", 400),
      ("/identify?at=1,2&tolerance=1&limit=1e9", 400),
      ("/identify?at=%zz&tolerance=1", 400), ("/identify?at=%ff&tolerance=1", 400),
      ("/identify?at=1,2&tolerance=1&source=Nothing", 422),
      ("/snap?at=1,2&tolerance=1&asset-type=Nothing", 422),
      ("/find", 400), ("/find?text=", 400), ("/search?text=", 400),
      ("/show?element=nothing", 400), ("/show?element=--version", 400),
      ("/features?of=nothing", 400), ("/features?of=row:PipelineLine/0", 422),
      ("/features?of=origin:%F0%9F%8F%BBa", 422), ("/features?of=row:%CC%81a/1", 422),
      ("/associations?extent=2,2,1,1", 422), ("/snap-sources?all=true&enable=PipelineLine", 422),
      ("/tiles/1/2/0", 404), ("/tiles/a/0/0", 400), ("/tiles/25/0/0", 400),
      ("/collections/Nothing", 404), ("/collections/Nothing/items", 404),
      ("/collections/PipelineLine/items/x", 404), ("/collections/PipelineLine/items/0", 404),
      ("/collections/PipelineLine/items?limit=0", 400),
      ("/collections/PipelineLine/items?bbox=1,2,3", 400),
      ("/collections/PipelineLine/items?bbox=1,2,3,x", 400),
      ("/collections/PipelineLine/items?bbox=1,2,3,4,5", 400),
      ("/collections/PipelineLine/items?bbox=1,4,3,2", 400),
      ("/collections/PipelineLine/items?bbox-crs=foo", 400),
      ("/collections/PipelineLine/items?crs=EPSG:4326", 400),
      ("/collections/PipelineLine/items?nothing=1", 400),
      ("/collections/PipelineLine/items?datetime=yesterday", 400),
      ("/collections/%2e%2e/items", 404), ("/page/../../../etc/passwd", 404),
      ("/page/..%2f..%2fetc%2fpasswd", 404), ("//etc/passwd", 404), ("/etc/passwd", 404),
      ("/undo", 405), ("/" + String(repeating: "a", count: 20_000), 414),
      ("http://evil.example/", 400), ("", 400),
    ]
  )
  func refusals(target: String, status: Int) async throws {
    let fixture = try await ServiceFixture.asked
    let answer = await fixture.ask(target)
    #expect(answer.status == status, "\(String(decoding: answer.bytes.prefix(300), as: UTF8.self))")
    let document = try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any]
    let error = try #require(document?["error"] as? [String: Any])
    #expect((error["message"] as? String)?.isEmpty == false)
  }

  @Test("Who asks verbs cannot start the service: it would go on in the place of the program")
  func serveIsNoQuestion() async {
    let reply = await VerbQuestion(["serve", SampleFile.path]).reply()
    #expect(reply.exitCode == 64)
    #expect(reply.failure?.sentence.contains("program of its own") == true)
  }

  @Test("Bodies that are none are refused")
  func bodies() async throws {
    let fixture = try await ServiceFixture.asked
    let deep = String(repeating: "[", count: 100_000)
    for body in [
      "", "{", "[]", "7", "{\"type\": 7, \"x\": 1}", "{\"typ\": \"connected\"}", "{}", deep,
    ] {
      for target in ["/trace", "/transactions"] {
        let answer = await fixture.ask(
          target,
          method: "POST",
          headers: ["content-type": "application/json"],
          body: body
        )
        #expect([400, 422].contains(answer.status), "\(target) \(body.prefix(40))")
      }
    }
    let header = try await fixture.document("/history")
    #expect((header["steps"] as? [Any])?.isEmpty == true)
  }

  @Test("Methods that nothing takes are refused with those that it takes")
  func methods() async throws {
    let fixture = try await ServiceFixture.asked
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get"] {
      let answer = await fixture.ask("/identify", method: method)
      #expect(answer.status == 405)
      #expect(answer.headers["allow"] == "GET, HEAD")
    }
    let head = await fixture.ask("/conformance", method: "HEAD")
    #expect(head.status == 200)
    #expect(head.bytes.isEmpty)
    // It says how long the answer to GET is; of one in pieces nobody knows.
    let whole = await fixture.ask("/conformance")
    #expect(head.headers["content-length"] == "\(whole.bytes.count)")
    let pieces = await fixture.ask("/collections/PipelineLine/items?limit=10000", method: "HEAD")
    #expect(pieces.status == 200 && pieces.bytes.isEmpty)
    #expect(pieces.headers["content-length"] == nil)
  }

  @Test("The description has every route, with every parameter")
  func description() async throws {
    let fixture = try await ServiceFixture.asked
    let document = try await fixture.document("/api")
    #expect(document["openapi"] as? String == "3.1.0")
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    var names: Set<String> = []
    for route in Route.all {
      let operation = try #require(paths[route.pattern]?[route.method.rawValue.lowercased()])
      let parameters = try #require(operation["parameters"] as? [[String: Any]])
      #expect(parameters.map { $0["name"] as? String } == route.parameters.map(\.name))
      let inPath = route.path.compactMap { if case .value(let name) = $0 { name } else { nil } }
      #expect(route.parameters.filter(\.isInPath).map(\.name) == inPath)
      #expect(names.insert(try #require(operation["operationId"] as? String)).inserted)
    }
    #expect(paths.values.map(\.count).reduce(0, +) == Route.all.count)
  }

  @Test("The description says of a bbox and a limit what OGC API - Features wants it to")
  func describedItems() async throws {
    let document = try await ServiceFixture.asked.document("/api")
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    let items = try #require(paths["/collections/{collection}/items"]?["get"])
    let parameters = try #require(items["parameters"] as? [[String: Any]])
    func schema(_ name: String) throws -> [String: Any] {
      let parameter = try #require(parameters.first { $0["name"] as? String == name })
      #expect(parameter["style"] as? String == "form")
      #expect(parameter["explode"] as? Bool == false)
      return try #require(parameter["schema"] as? [String: Any])
    }
    let box = try schema("bbox")
    #expect(box["type"] as? String == "array")
    #expect((box["items"] as? [String: Any])?["type"] as? String == "number")
    #expect(box["minItems"] as? Int == 4 && box["maxItems"] as? Int == 6)
    #expect(try schema("limit")["default"] as? Int == 100)
  }

  @Test(
    "Who names pages gets the page, as far as it is wanted most",
    arguments: [
      ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true), ("*/*", false),
      ("", false), ("text/html", true), ("text/*", true), ("text/html;q=0", false),
      ("text/html;q=0, */*", false), ("application/json, text/html;q=0.5", false),
      ("TEXT/HTML ; Q=0.9, application/json;q=0.1", true), ("application/json", false),
      ("text/html;q=x", true), (";,;q", false),
    ]
  )
  func accepted(accept: String, isPage: Bool) async throws {
    let answer = try await ServiceFixture.asked.ask("/", headers: ["accept": accept])
    #expect(answer.headers["content-type"]?.hasPrefix("text/html") == isPage)
  }

  @Test("The page is there without a token, and runs nothing but its own files")
  func page() async throws {
    let fixture = try await ServiceFixture.asked
    let page = await fixture.ask("/", headers: ["accept": "text/html", "authorization": ""])
    #expect(page.status == 200)
    let text = String(decoding: page.bytes, as: UTF8.self)
    #expect(page.headers["content-security-policy"]?.contains("script-src 'self'") == true)
    #expect(!text.contains(" style="))
    let names = text.matches(of: /(?:src|href)="\/?(page\/[^"]+)"/).map { String($0.output.1) }
    #expect(names.count > 2)
    for name in names {
      let file = await fixture.ask("/\(name)", headers: ["authorization": ""])
      #expect(file.status == 200, "\(name)")
      let tag = try #require(file.headers["etag"])
      let again = await fixture.ask("/\(name)", headers: ["if-none-match": tag])
      #expect(again.status == 304)
    }
  }
}
