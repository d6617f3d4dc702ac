import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

// The example of Documentation/Session.md, word for word.

/// What an editor does behind its buttons Trace and Cancel.
@MainActor
final class TracePanel {
  private var tracing: Task<Void, Never>?
  /// What the panel shows.
  private(set) var status = "ready"

  /// The button Trace.
  func trace(_ parameters: TraceParameters, in state: NetworkState) {
    status = "tracing"
    tracing = Task {
      do {
        let result = try await state.topology.trace(parameters) { visited in
          Task { @MainActor in self.show(visited) }
        }
        status = "\(result.elements.count) elements"
      } catch is CancellationError {
        status = "cancelled"
      } catch {
        status = error.localizedDescription
      }
      tracing = nil
    }
  }

  /// The button Cancel.
  func cancel() { tracing?.cancel() }

  /// Waits until nothing is traced.
  func finish() async { await tracing?.value }

  private func show(_ visited: Int) {
    if tracing != nil { status = "\(visited) elements visited" }
  }
}

@Suite("The example of the page on long work")
@MainActor
struct LongWorkExampleTests {
  private let parameters: TraceParameters
  private let state: NetworkState

  init() throws {
    let network = try SampleTown.network
    state = try NetworkState(network)
    let cable = network.features(origin: "lv/line/8769")[0]
    parameters = TraceParameters(.connected, from: [.init(cable, fractionAlongEdge: 0.5)])
  }

  @Test("A trace that nobody cancels says how many elements it has found")
  func finishes() async throws {
    let panel = TracePanel()
    panel.trace(parameters, in: state)
    #expect(panel.status == "tracing")
    await panel.finish()
    let expected = try state.topology.trace(parameters).elements.count
    #expect(panel.status == "\(expected) elements")
  }

  @Test("The button cancels the trace")
  func cancels() async {
    let panel = TracePanel()
    panel.trace(parameters, in: state)
    panel.cancel()
    await panel.finish()
    #expect(panel.status == "cancelled")
  }

  @Test("The page shows the example that is tested")
  func page() throws {
    let page = try documentationPage("Session")
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let last = try #require(page.components(separatedBy: "```swift\n").last)
    let example = last.components(separatedBy: "```")[0]
    #expect(source.contains(example))
  }
}
