import GeoSnapTool

/// A network that is served: answers requests, whatever server they come by.
public final class NetworkService: Sendable {
  let access: AccessRules
  /// What opens the page once; nil where no browser was started.
  package let openingKey: OpeningKey?
  package let served: ServedNetwork
  let events = CommitEvents()
  /// One at a time writes to the network, or reads it again.
  package let writing = Turns(count: 1, most: 64)
  /// So many questions that may take long at a time; others wait.
  let asking = Turns(count: 4, most: 64)
  /// Who looks at the history waits for who writes, and not among those who ask.
  ///
  /// One at a time, so that those who write need not wait for many who look.
  let looking = Turns(count: 1, most: 64)
  private let table: RouteTable

  /// The most bytes of a body.
  public static let bodyLimit = 16 << 20
  /// How long a question may take.
  static let timeLimit: Duration = .seconds(60)

  /// - Parameters:
  ///   - network: The network, open.
  ///   - access: Who may ask what.
  ///   - openingKey: What opens the page once.
  ///   - routes: What can be asked.
  init(
    _ network: NetworkHandle,
    access: AccessRules,
    openingKey: OpeningKey?,
    routes: [Route]
  ) {
    served = ServedNetwork(network)
    self.access = access
    self.openingKey = openingKey
    table = RouteTable(routes: routes)
  }

  /// Answers a request.
  ///
  /// - Parameter request: The request, with a body of no more than ``bodyLimit`` bytes.
  /// - Returns: The answer, also where the request is refused.
  public func answer(_ request: ServiceRequest) async -> ServiceAnswer {
    let answer: ServiceAnswer
    do {
      answer = try await self.answering(request)
    } catch let refusal as ServiceRefusal {
      answer = refusal.answer
    } catch let failure as Failure {
      answer = failure.answer
    } catch {
      answer = Failure.telling(error).answer
    }
    return finished(answer, of: request)
  }

  /// An answer with what all of them have.
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

  /// What is made of the head of a request, before its body is read.
  public enum Admission: Sendable {
    /// The body may have so many bytes.
    case admitted(bodyLimit: Int)
    /// The body need not be read: this is the answer.
    case refused(ServiceAnswer)
  }

  /// Looks at a request without its body: who may not ask does not have the service hold one.
  ///
  /// - Parameter head: The request, without a body.
  /// - Returns: Whether its body is to be read.
  public func admission(of head: ServiceRequest) -> Admission {
    do throws(ServiceRefusal) {
      let (_, route) = try admit(head)
      return .admitted(bodyLimit: route.body == nil ? 4_096 : NetworkService.bodyLimit)
    } catch {
      return .refused(finished(error.answer, of: head))
    }
  }

  /// What does not depend on the body: where the request comes from, where it goes, and who asks.
  private func admit(
    _ request: ServiceRequest
  ) throws(ServiceRefusal) -> (target: Target, route: Route) {
    try access.checkPlace(request)
    let target = try Target(request.target)
    let route = try table.route(request.method, target.path)
    if !route.isOpen {
      try access.checkToken(AskedToken(request, target).shown, writes: route.writes)
    }
    return (target, route)
  }

  private func answering(_ request: ServiceRequest) async throws -> ServiceAnswer {
    let (target, route) = try admit(request)
    if route.method == .post { try checkBody(request, of: route) }
    return try await route.answer(self, Asked(request, target, of: route))
  }

  /// Refuses a body that is not JSON by its own word: forms of other sites' pages say so of none.
  private func checkBody(_ request: ServiceRequest, of route: Route) throws(ServiceRefusal) {
    guard let body = route.body else { return }
    if request.body.isEmpty {
      if body.isRequired { throw .badRequest("There is no body: \(body.summary)") }
      return
    }
    let type = request.headers["content-type"]?.split(separator: ";").first?.lowercased() ?? ""
    guard type == "application/json" else {
      throw ServiceRefusal(
        status: 415,
        code: "wrongType",
        message: "A body is JSON: give Content-Type: application/json."
      )
    }
  }

  /// What every answer says to browsers: run nothing but the page's own files, and show it in no other page.
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

  /// Looks now and then whether others have written to the network, until the task is cancelled.
  public func watch() async {
    await withDiscardingTaskGroup { group in
      group.addTask {
        while (try? await Task.sleep(for: .seconds(15))) != nil { self.events.tick() }
      }
      while (try? await Task.sleep(for: .seconds(1))) != nil {
        // In turn with transactions: a long reading would have them wait for the file until they fail.
        try? await writing.take { await onThreads(givesWay: false) { self.takeOver(name: nil) } }
      }
    }
  }

  /// Ends what would go on for ever: nobody is told of anything any more.
  public func end() { events.end() }

  /// Waits until what is being written is written; nothing else is written any more.
  public func endWriting() async { await writing.end() }

  /// Takes over what was written, and tells who listens.
  ///
  /// - Parameter name: What the transaction is called; nil for what others have written.
  package func takeOver(name: String?) {
    // What cannot be read now is read at the next look.
    guard (try? served.refresh()) == true else { return }
    events.tell(.commit(revision: served.now.revision, name: name))
  }

  /// Makes ready what the first questions need.
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
