import Foundation
import GeoSnap
import GeoSnapService
import GeoSnapTestSupport
import GeoSnapTool
import Testing

/// What is answered is what the command prints.
struct RouteTests {
  private static let items = "/collections/PipelineLine/items"

  @Test("Questions have the documents of the verbs")
  func documents() async throws {
    let fixture = try await ServiceFixture.asked
    let house = "asset-type PipelineLine/Service/House%20Connection"
    let inQuery = house.replacing(" ", with: "=")
    for line in """
    info NETWORK|/info
    identify NETWORK --at 417700,5367500 --tolerance 25|/identify?at=417700,5367500&tolerance=25
    identify NETWORK --at 417700,5367500 --tolerance 250 --limit 3 --source PipelineLine|\
    /identify?at=417700,5367500&tolerance=250&limit=3&source=PipelineLine
    snap NETWORK --at 417831.5,5367588 --tolerance 5 --explain --\(house)|\
    /snap?at=417831.5,5367588&tolerance=5&explain=true&\(inQuery.replacing("%20", with: "+"))
    explain NETWORK --at 417831.5,5367588 --tolerance 5 --\(house)|\
    /explain?at=417831.5,5367588&tolerance=5&\(inQuery)
    associations NETWORK --extent 417600,5367400,417900,5367700|\
    /associations?extent=417600,5367400,417900,5367700
    find NETWORK pipe/16 --limit 5|/find?text=pipe/16&limit=5
    find NETWORK pipe/1697 --exact|/find?text=pipe/1697&exact=true
    trace NETWORK --type connected --start origin:pipe/1697 --limit 2|/trace|\
    {"type": "connected", "start": ["origin:pipe/1697"], "limit": "2"}
    show NETWORK origin:pipe/1697|/show?element=origin:pipe/1697
    trace NETWORK --type connected --start origin:pipe/1697 --result-type geometry|/trace|\
    {"type": "connected", "start": ["origin:pipe/1697"], "result-type": ["geometry"]}
    trace NETWORK --type connected --start origin:pipe/1697|/trace|\
    {"type": "connected", "start": ["origin:pipe/1697"], "config": {}}
    validate NETWORK --extent 417600,5367400,417900,5367700|/validate|\
    {"extent": "417600,5367400,417900,5367700"}
    """.split(separator: "\n") {
      let parts = line.split(separator: "|").map(String.init)
      let served = try await fixture.document(parts[1], body: parts.count > 2 ? parts[2] : nil)
      let printed = try await fixture.printed(parts[0])
      #expect((served as NSDictionary).isEqual(to: printed), "\(line)")
    }
  }

  @Test("A way is as long as that of the verb: there may be several")
  func ways() async throws {
    let fixture = try await ServiceFixture.asked
    let body = #"{"from": "origin:pipe/1697", "to": "origin:pipe/1698"}"#
    let served = try await fixture.document("/why", body: body)
    let printed = try await fixture.printed(
      "why NETWORK --from origin:pipe/1697 --to origin:pipe/1698"
    )
    #expect(served["reached"] as? Bool == printed["reached"] as? Bool)
    let count = (served["path"] as? [Any])?.count ?? 0
    #expect(count > 0 && count == (printed["path"] as? [Any])?.count)
  }

  @Test("A configuration is an object, or one that the network has; no file is read")
  func configurations() async throws {
    let fixture = try await ServiceFixture.asked
    for name in ["/etc/passwd", "trace.json", "-", "../town.gpkg"] {
      let body = #"{"type": "connected", "start": ["origin:pipe/1697"], "config": "\#(name)"}"#
      let answer = await fixture.ask("/trace", method: "POST", body: body)
      #expect(answer.status == 422, "\(name)")
      #expect(String(decoding: answer.bytes, as: UTF8.self).contains("No trace configuration"))
    }
  }

  @Test(
    "What is asked wrongly is refused with a sentence",
    arguments: [
      400: [
        "/identify", "/identify?at=1,2", "/identify?at=1&tolerance=1",
        "/identify?at=1,nan&tolerance=1", "/identify?at=1,2&tolerance=-1",
        "/identify?at=1,2&tolerance=1&tolerance=2", "/identify?at=1,2&tolerance=1&svg=x.svg",
        "/identify?at=1,2&tolerance=1&limit=1e9", "/identify?at=%zz&tolerance=1",
        "/identify?at=%ff&tolerance=1", "/find", "/find?text=", "/search?text=",
        "/show?element=nothing", "/show?element=--version", "/features?of=nothing", "/tiles/a/0/0",
        "/tiles/25/0/0", "\(Self.items)?limit=0", "\(Self.items)?bbox=1,2,3",
        "\(Self.items)?bbox=1,2,3,x",
        "\(Self.items)?bbox=1,2,3,4,5", "\(Self.items)?bbox=1,4,3,2", "\(Self.items)?bbox-crs=foo",
        "\(Self.items)?crs=EPSG:4326", "\(Self.items)?nothing=1",
        "\(Self.items)?datetime=yesterday",
        "http://evil.example/", "",
      ],
      404: [
        "/tiles/1/2/0", "/collections/Nothing", "/collections/Nothing/items", "\(Self.items)/x",
        "\(Self.items)/0", "/collections/%2e%2e/items", "/page/../../../etc/passwd",
        "/page/..%2f..%2fetc%2fpasswd", "//etc/passwd", "/etc/passwd",
      ],
      405: ["/undo"], 414: ["/" + String(repeating: "a", count: 20_000)],
      422: [
        "/identify?at=1,2&tolerance=1&source=Nothing",
        "/snap?at=1,2&tolerance=1&asset-type=Nothing", "/features?of=row:PipelineLine/0",
        "/features?of=origin:%F0%9F%8F%BBa", "/features?of=row:%CC%81a/1",
        "/associations?extent=2,2,1,1", "/snap-sources?all=true&enable=PipelineLine",
      ],
    ]
  )
  func refusals(status: Int, targets: [String]) async throws {
    for target in targets {
      let answer = try await ServiceFixture.asked.ask(target)
      #expect(answer.status == status, "\(target.prefix(80))")
      let message = value(try read(answer.bytes), "error", "message") as? String
      #expect(message?.isEmpty == false, "\(target.prefix(80))")
    }
  }

  @Test("Who asks verbs cannot start the service: it would go on in the place of the program")
  func serveIsNoQuestion() async {
    let reply = await VerbQuestion(["serve", SampleFile.path]).reply()
    #expect(reply.exitCode == 64)
    #expect(reply.failure?.message.contains("separate program") == true)
  }

  @Test("Bodies that are none are refused")
  func bodies() async throws {
    let fixture = try await ServiceFixture.asked
    let deep = String(repeating: "[", count: 100_000)
    for body in [
      "", "{", "[]", "7", "{\"type\": 7, \"x\": 1}", "{\"typ\": \"connected\"}", "{}", deep,
    ] {
      for target in ["/trace", "/transactions"] {
        let status = await fixture.statusOfPost(target, body: body)
        #expect([400, 422].contains(status), "\(target) \(body.prefix(40))")
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
      #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD")
    }
    let head = await fixture.ask("/conformance", method: "HEAD")
    #expect(head.status == 200 && head.bytes.isEmpty)
    // It has the length of the answer to GET, which is unknown for an answer in pieces.
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
    let paths = try #require(document["paths"] as? [String: [String: Document]])
    var names: Set<String> = []
    for route in Route.all {
      let operation = try #require(paths[route.pattern]?[route.method.rawValue.lowercased()])
      let parameters = try #require(operation["parameters"] as? [Document])
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
    let paths = try #require(document["paths"] as? [String: [String: Document]])
    let items = try #require(paths["/collections/{collection}/items"]?["get"])
    let parameters = try #require(items["parameters"] as? [Document])
    func schema(_ name: String) throws -> Document {
      let parameter = try #require(parameters.first { $0["name"] as? String == name })
      #expect(parameter["style"] as? String == "form")
      #expect(parameter["explode"] as? Bool == false)
      return try #require(parameter["schema"] as? Document)
    }
    let box = try schema("bbox")
    #expect(box["type"] as? String == "array")
    #expect((box["items"] as? Document)?["type"] as? String == "number")
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
      let file = await fixture.ask("/\(name)", headers: ServiceFixture.withoutToken)
      #expect(file.status == 200, "\(name)")
      let tag = try #require(file.headers["etag"])
      #expect(await fixture.status("/\(name)", ["if-none-match": tag]) == 304)
    }
  }
}
