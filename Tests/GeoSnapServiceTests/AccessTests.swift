import GeoSnapTool
import Testing

@testable import GeoSnapService

/// Who may ask what.
struct AccessTests {
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
    let landing = await fixture.ask("/", headers: ["authorization": ""])
    #expect(landing.status == 401)
    let inQuery = await fixture.ask(
      "/conformance?token=\(ServiceFixture.token.inQuery)",
      headers: ["authorization": ""]
    )
    #expect(inQuery.status == 200)
  }

  @Test("The key that a browser is started with opens the page once, and only the page")
  func openingKey() async throws {
    let fixture = try await ServiceFixture(hasOpeningKey: true)
    defer { fixture.remove() }
    let key = try #require(fixture.service.openingKey).text
    let nothing = ["authorization": ""]
    #expect(await fixture.ask("/?open=another", headers: nothing).status == 401)
    #expect(await fixture.ask("/network?open=\(key)", headers: nothing).status == 401)
    let head = await fixture.ask("/?open=\(key)", method: "HEAD", headers: nothing)
    #expect(head.status == 401 && head.headers["location"] == nil)
    let first = await fixture.ask("/?open=\(key)", headers: nothing)
    #expect(first.status == 303)
    #expect(first.headers["location"] == "/?token=\(ServiceFixture.token.inQuery)")
    #expect(await fixture.ask("/?open=\(key)", headers: nothing).status == 401)
    let other = try await ServiceFixture.asked.ask("/?open=\(key)", headers: nothing)
    #expect(other.status == 401)
    let old = OpeningKey(for: .zero)
    #expect(!old.opens(old.text))
  }

  @Test("In public everybody reads, and nobody writes without the token")
  func isPublic() async throws {
    let fixture = try await ServiceFixture(isPublic: true)
    defer { fixture.remove() }
    let read = await fixture.ask("/network", headers: ["authorization": ""])
    #expect(read.status == 200)
    let undo = await fixture.ask("/undo", method: "POST", headers: ["authorization": ""])
    #expect(undo.status == 401)
    let wrong = await fixture.ask("/network", headers: ["authorization": "Bearer another"])
    #expect(wrong.status == 401)
  }

  @Test("What is only read is not written, whatever token is shown")
  func readOnly() async throws {
    let fixture = try await ServiceFixture(isReadOnly: true)
    defer { fixture.remove() }
    for target in ["/undo", "/redo", "/transactions", "/transactions?check=true"] {
      let answer = await fixture.ask(target, method: "POST", body: "{}")
      #expect(answer.status == 403, "\(target)")
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
    let answer = await fixture.ask("/conformance", headers: headers)
    #expect(answer.status == status, "\(headers)")
  }

  @Test("A name that was given is answered under, with its port or any")
  func hosts() {
    let rules = AccessRules(token: "t", port: 1, hosts: ["Town.example", "other.example:99"])
    func isRefused(_ host: String) -> Bool {
      let request = ServiceRequest(method: "GET", target: "/", headers: ["host": host])
      do {
        try rules.checkPlace(request)
        return false
      } catch { return true }
    }
    #expect(!isRefused("town.example"))
    #expect(!isRefused("town.example:443"))
    #expect(!isRefused("other.example:99"))
    #expect(isRefused("other.example"))
    #expect(isRefused("town.example.evil"))
    #expect(isRefused("[::1"))
  }

  @Test(
    "A body that does not say that it is JSON is not read: a form of another site says so of none"
  )
  func types() async throws {
    let fixture = try await ServiceFixture.asked
    for type in ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonp"] {
      let answer = await fixture.ask(
        "/transactions",
        method: "POST",
        headers: ["content-type": type],
        body: "{}"
      )
      #expect(answer.status == 415, "\(type)")
    }
  }

  @Test("Tokens are long, and no two are the same")
  func tokens() {
    let tokens = (0..<1_000).map { _ in AccessRules.newToken() }
    #expect(Set(tokens).count == 1_000)
    #expect(tokens.allSatisfy { $0.utf8.count == 32 })
  }
}
