import GeoSnapTool

/// A served network, which answers requests independently of the HTTP server.
public final class NetworkService: Sendable {
  let access: AccessRules
  package let openingKey: OpeningKey?
  package let served: ServedNetwork
  let events = CommitEvents()
  package let writing = AdmissionQueue(count: 1, most: 64)
  let asking = AdmissionQueue(count: 4, most: 64)
  /// Limits requests for the history, which wait for writers.
  ///
  /// One at a time, so that writers do not wait for many of them; separate from other queries.
  let looking = AdmissionQueue(count: 1, most: 64)
  private let routes: [Route]

  /// The maximum size of a body in bytes.
  package static let bodyLimit = 16 << 20
  static let timeLimit: Duration = .seconds(60)

  init(_ network: NetworkHandle, access: AccessRules, openingKey: OpeningKey?, routes: [Route]) {
    served = ServedNetwork(network)
    self.access = access
    self.openingKey = openingKey
    self.routes = routes
  }

  /// Answers a request, also if it is refused.
  ///
  /// The body must have at most 16 MiB.
  public func answer(_ request: ServiceRequest) async -> ServiceAnswer {
    let answer: ServiceAnswer
    do {
      answer = try await self.answering(request)
    } catch let refusal as ServiceRefusal {
      answer = refusal.answer
    } catch {
      answer = Failure.telling(error).answer
    }
    return finished(answer, of: request)
  }

  private func finished(_ answer: ServiceAnswer, of request: ServiceRequest) -> ServiceAnswer {
    var answer = answer
    answer.headers += NetworkService.safety
    if !answer.headers.contains(where: { $0.name == "cache-control" }) {
      answer.headers.append(("cache-control", "no-store"))
    }
    if request.method == "HEAD" {
      if case .whole(let bytes) = answer.body, answer.status != 304 {
        answer.headers.append(("content-length", "\(bytes.count)"))
      }
      answer.body = .whole([])
    }
    return answer
  }

  /// The decision about a request's head, before its body is read.
  public enum Admission: Sendable {
    /// The body may have this many bytes.
    case admitted(bodyLimit: Int)
    /// The body need not be read; this is the answer.
    case refused(ServiceAnswer)
  }

  /// Checks the head of a request, so that the body of a refused request is not read.
  public func admission(of head: ServiceRequest) -> Admission {
    do throws(ServiceRefusal) {
      let (_, route) = try admit(head)
      return .admitted(bodyLimit: route.body == nil ? 4_096 : NetworkService.bodyLimit)
    } catch { return .refused(finished(error.answer, of: head)) }
  }

  private func admit(
    _ request: ServiceRequest
  ) throws(ServiceRefusal) -> (target: Target, route: Route) {
    try access.checkPlace(request)
    let target = try Target(request.target)
    let route = try routes.route(request.method, target.path)
    if !route.isOpen {
      try access.checkToken(RequestToken(request, target).shown, writes: route.writes)
    }
    return (target, route)
  }

  private func answering(_ request: ServiceRequest) async throws -> ServiceAnswer {
    let (target, route) = try admit(request)
    if route.method == .post { try checkBody(request, of: route) }
    return try await route.answer(self, RouteRequest(request, target, of: route))
  }

  /// Refuses a body whose type is not JSON, since forms of other sites cannot send that type.
  private func checkBody(_ request: ServiceRequest, of route: Route) throws(ServiceRefusal) {
    guard let body = route.body else { return }
    if request.body.isEmpty {
      if body.isRequired { throw .badRequest("There is no body: \(body.summary)") }
      return
    }
    let type = request.headers["content-type"]?.split(separator: ";").first?.lowercased() ?? ""
    guard type == "application/json" else {
      throw ServiceRefusal(
        415,
        "wrongType",
        "The body of a request must be JSON: give Content-Type: application/json."
      )
    }
  }

  func ask<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await asking.take { try await within(NetworkService.timeLimit, work) }
  }

  /// Headers for browsers: run only the page's own files, and show it in no other page.
  private static let safety = [
    (
      name: "content-security-policy",
      value: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        + "connect-src 'self'; font-src 'self'; form-action 'none'; base-uri 'none'; "
        + "frame-ancestors 'none'"
    ),
    (name: "x-content-type-options", value: "nosniff"),
    (name: "referrer-policy", value: "no-referrer"),
    (name: "cross-origin-resource-policy", value: "same-origin"),
    (name: "cross-origin-opener-policy", value: "same-origin"),
  ]

  /// Looks at intervals for changes of other programs, until the task is cancelled.
  public func watch() async {
    await withDiscardingTaskGroup { group in
      group.addTask {
        while (try? await Task.sleep(for: .seconds(15))) != nil { self.events.tick() }
      }
      while (try? await Task.sleep(for: .seconds(1))) != nil {
        // Takes a turn with transactions: during a long read, they would wait for the file until they fail.
        try? await writing.take { await onThreads(givesWay: false) { self.takeOver(name: nil) } }
      }
    }
  }

  /// Ends the event streams.
  public func end() { events.end() }

  /// Waits for the running write, and refuses all later ones.
  public func endWriting() async { await writing.end() }

  package func takeOver(name: String?) {
    // If it cannot be read now, the next look reads it.
    guard (try? served.refresh()) == true else { return }
    events.tell(.commit(revision: served.now.revision, name: name))
  }

  /// Prepares the data that the first requests need.
  public func warmUp() async {
    await onThreads(givesWay: false) {
      let now = self.served.now
      _ = try? now.open.heldIndex()
      _ = try? now.layerCounts()
      _ = try? now.tile(TileAddress(zoom: 0, column: 0, row: 0))
      _ = try? now.open.topology()
    }
  }
}
