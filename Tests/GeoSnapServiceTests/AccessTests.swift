import Foundation
import GeoSnapService
import GeoSnapTool
import Testing

struct AccessTests {
  private static let nothing = ServiceFixture.withoutToken

  @Test("Without a token, or with another one, nothing of the network is told")
  func token() async throws {
    let fixture = try await ServiceFixture.asked
    for route in Route.all where !route.isOpen {
      let target = route.pattern.replacing("{zoom}", with: "0").replacing("{column}", with: "0")
        .replacing("{row}", with: "0").replacing("{collection}", with: "PipelineLine")
        .replacing("{feature}", with: "1")
      for shown in ["", "Bearer another", "Bearer ", "Basic \(ServiceFixture.token)"] {
        let answer = await fixture.ask(
          target,
          method: route.method.rawValue,
          headers: ["authorization": shown],
          body: route.method == .post ? "{}" : nil
        )
        #expect(answer.status == 401, "\(route.method.rawValue) \(target) with \(shown)")
        #expect(answer.headers["www-authenticate"] == "Bearer")
      }
    }
    #expect(await fixture.status("/", Self.nothing) == 401)
    let inQuery = "/conformance?token=\(ServiceFixture.token.inQuery)"
    #expect(await fixture.status(inQuery, Self.nothing) == 200)
  }

  @Test("The key that a browser is started with opens the page once, and only the page")
  func openingKey() async throws {
    let fixture = try await ServiceFixture(hasOpeningKey: true)
    let key = try #require(fixture.service.openingKey).text
    #expect(await fixture.status("/?open=another", Self.nothing) == 401)
    #expect(await fixture.status("/network?open=\(key)", Self.nothing) == 401)
    let head = await fixture.ask("/?open=\(key)", method: "HEAD", headers: Self.nothing)
    #expect(head.status == 401 && head.headers["location"] == nil)
    let first = await fixture.ask("/?open=\(key)", headers: Self.nothing)
    #expect(first.status == 303)
    #expect(first.headers["location"] == "/?token=\(ServiceFixture.token.inQuery)")
    #expect(await fixture.status("/?open=\(key)", Self.nothing) == 401)
    #expect(try await ServiceFixture.asked.status("/?open=\(key)", Self.nothing) == 401)
    let old = OpeningKey(for: .zero)
    #expect(!old.opens(old.text))
  }

  @Test("In public everybody reads, and nobody writes without the token")
  func isPublic() async throws {
    let fixture = try await ServiceFixture(isPublic: true)
    #expect(await fixture.status("/network", Self.nothing) == 200)
    #expect(await fixture.statusOfPost("/undo", Self.nothing) == 401)
    #expect(await fixture.status("/network", ["authorization": "Bearer another"]) == 401)
  }

  @Test("What is only read is not written, whatever token is shown")
  func readOnly() async throws {
    let fixture = try await ServiceFixture(isReadOnly: true)
    for target in ["/undo", "/redo", "/transactions", "/transactions?check=true"] {
      #expect(await fixture.statusOfPost(target, body: "{}") == 403, "\(target)")
    }
    #expect(try await fixture.document("/network")["canEdit"] as? Bool == false)
  }

  @Test(
    "Other names and other sites' pages are refused",
    arguments: [
      (["host": "evil.example:8377"], 421), (["host": "127.0.0.1:1"], 421),
      (["host": "127.0.0.1"], 421), (["host": ""], 400),
      (["origin": "http://evil.example"], 403), (["origin": "null"], 403),
      (["origin": "http://127.0.0.1:1"], 403),
      (["origin": "http://127.0.0.1:8377.evil.example"], 403),
      (["sec-fetch-site": "cross-site", "sec-fetch-mode": "cors"], 403),
      (["sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors"], 403),
      (["upgrade": "websocket"], 400),
      (["origin": "http://127.0.0.1:8377"], 200), (["origin": "http://localhost:8377"], 200),
      (["sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"], 200),
      (["sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"], 200),
      (["host": "LOCALHOST:8377"], 200), (["host": "[::1]:8377"], 200),
    ]
  )
  func places(headers: [String: String], status: Int) async throws {
    let fixture = try await ServiceFixture.asked
    #expect(await fixture.status("/conformance", headers) == status, "\(headers)")
  }

  private func isAdmitted(_ rules: AccessRules, _ headers: [String: String]) -> Bool {
    (try? rules.checkPlace(ServiceRequest(method: "GET", target: "/", headers: headers))) != nil
  }

  @Test("A name that was given is answered under, with its port or any")
  func hosts() {
    let rules = AccessRules(token: "t", port: 1, hosts: ["Town.example", "other.example:99"])
    for host in ["town.example", "town.example:443", "other.example:99"] {
      #expect(isAdmitted(rules, ["host": host]), "\(host)")
    }
    for host in ["other.example", "town.example.evil", "[::1"] {
      #expect(!isAdmitted(rules, ["host": host]), "\(host)")
    }
  }

  @Test("Where the port is every client's it may be left out; the address listened on is known")
  func usualPort() {
    let usual = AccessRules(token: "t", port: 80, address: "192.0.2.2", hosts: ["b.example:80"])
    for host in ["127.0.0.1", "localhost:80", "[::1]", "192.0.2.2", "192.0.2.2:80", "b.example"] {
      #expect(isAdmitted(usual, ["host": host]), "\(host)")
      #expect(isAdmitted(usual, ["host": host, "origin": "http://\(host)"]), "\(host)")
    }
    for host in ["127.0.0.1:8080", "192.0.2.3", "b.example:81", "[::2]"] {
      #expect(!isAdmitted(usual, ["host": host]), "\(host)")
    }
    #expect(!isAdmitted(usual, ["host": "localhost", "origin": "https://localhost"]))
    let other = AccessRules(token: "t", port: 81, address: "Town.example")
    #expect(isAdmitted(other, ["host": "town.example:81"]))
    #expect(!isAdmitted(other, ["host": "town.example"]))
    #expect(!isAdmitted(other, ["host": "localhost"]))
  }

  @Test("Links begin with https where a proxy says so, under a name that was given alone")
  func forwarded() async throws {
    let fixture = try await ServiceFixture(hosts: ["town.example"])
    func link(_ headers: [String: String]) async throws -> String {
      let answer = await fixture.ask("/collections", headers: headers)
      let links = try #require(try read(answer.bytes)["links"] as? [Document])
      return try #require(links.first?["href"] as? String)
    }
    let named = ["host": "town.example", "x-forwarded-proto": "https"]
    #expect(try await link(named) == "https://town.example/collections")
    let plain = named.merging(["x-forwarded-proto": "http"]) { $1 }
    #expect(try await link(plain) == "http://town.example/collections")
    #expect(try await link(["host": "town.example"]) == "http://town.example/collections")
    let unnamed = ["x-forwarded-proto": "https"]
    #expect(try await link(unnamed) == "http://127.0.0.1:8377/collections")
  }

  @Test("A header of another scheme is for others: the token in the address is looked at")
  func otherSchemes() async throws {
    let fixture = try await ServiceFixture(isPublic: true)
    let basic = ["authorization": "Basic dG93bjpwYXNz"]
    #expect(await fixture.status("/conformance", basic) == 200)
    let undo = "/undo?token=\(ServiceFixture.token.inQuery)"
    #expect(await fixture.statusOfPost(undo, basic) == 422)
    #expect(await fixture.statusOfPost("/undo", basic) == 401)
    let upper = ["authorization": "BEARER \(ServiceFixture.token)"]
    #expect(await fixture.statusOfPost("/undo", upper) == 422)
    #expect(await fixture.statusOfPost(undo, ["authorization": "Bearer x"]) == 401)
  }

  @Test("By its head alone a request is refused, or its body is read up to a limit")
  func admission() async throws {
    let fixture = try await ServiceFixture.asked
    func status(_ method: String, _ target: String, _ headers: [String: String]) -> Int {
      let head = ServiceRequest(method: method, target: target, headers: headers)
      switch fixture.service.admission(of: head) {
      case .admitted(let limit): return limit
      case .refused(let answer): return answer.status
      }
    }
    let (host, all) = (ServiceFixture.host, ServiceFixture.withToken)
    #expect(status("POST", "/trace", all) == NetworkService.bodyLimit)
    #expect(status("POST", "/undo", all) == 4_096)
    #expect(status("GET", "/api", host) == 4_096)
    #expect(status("POST", "/trace", host) == 401)
    #expect(status("POST", "/nothing", all) == 404)
    #expect(status("POST", "/identify", all) == 405)
    #expect(status("POST", "/trace", all.merging(["host": "evil.example"]) { $1 }) == 421)
    #expect(status("POST", "/trace", all.merging(["origin": "http://evil.example"]) { $1 }) == 403)
  }

  @Test("A body that does not say that it is JSON is not read: no form of another site says so")
  func types() async throws {
    let fixture = try await ServiceFixture.asked
    for type in ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonp"] {
      let status = await fixture.statusOfPost("/transactions", ["content-type": type], body: "{}")
      #expect(status == 415, "\(type)")
    }
  }

  @Test("Tokens are long, and no two are the same")
  func tokens() {
    let tokens = (0..<1_000).map { _ in AccessRules.newToken() }
    #expect(Set(tokens).count == 1_000)
    #expect(tokens.allSatisfy { $0.utf8.count == 32 })
  }
}
