import ArgumentParser
package import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

private struct SnapOptions: ParsableArguments {
  @OptionGroup var snapping: SnappingArguments
  @OptionGroup var pointer: PointerArguments
  @OptionGroup var reach: ToleranceArguments
}

package struct PreparedSnapper: Sendable {
  package let snapper: Snapper
  package let role: SnapRole
  package let edited: FeatureID?
  /// The settings of the snap sources, without the kinds of places.
  let settings: SnapSettings
  let output: SnapOutput

  init(
    _ index: NetworkIndex,
    _ reach: ToleranceArguments,
    _ snapping: SnappingArguments,
    _ pointer: PointerArguments,
    editing edited: FeatureID?? = nil
  ) throws {
    self.edited = try edited ?? pointer.edited(in: index.network)
    let view = try reach.view(of: index.network)
    let (settings, rules) = try snapping.settings(for: index.network)
    snapper = Snapper(
      SnapScene(index),
      settings: pointer.settings(settings),
      rules: rules,
      view: view
    )
    role = try pointer.role(rules)
    self.settings = settings
    output = SnapOutput(network: index.network, rules: rules)
  }

  /// The snap result of each place, for options that were checked already and a tolerance that is not in pixels.
  package func matches(atEach places: [Coordinate], tolerance: Double) -> [SnapMatch?] {
    snapper.matches(atEach: places, 0..<places.count, tolerance, role, edited)
  }

  package func snapped(
    at place: Coordinate,
    tolerance: Double,
    explains: Bool
  ) throws(SnapRuleError) -> JSONValue {
    let (match, equals) = try match(at: place, tolerance: tolerance)
    var document = output.document(match)
    document["equals"] = .array(equals.map(output.json))
    if explains {
      let refused = try refused(at: place, tolerance: tolerance)
      document["refused"] = .array(refused.map(output.json))
    }
    return .object(document)
  }

  func match(
    at place: Coordinate,
    tolerance: Double
  ) throws(SnapRuleError) -> (match: SnapMatch?, equals: [SnapMatch]) {
    let match = try snapper.snap(at: place, tolerance: tolerance, role: role, editing: edited)
    guard let match else { return (nil, []) }
    let all = try snapper.matches(at: place, tolerance: tolerance, role: role, editing: edited)
    return (match, output.equals(of: match, among: all))
  }

  /// The refused places, the one first that would win.
  func refused(at place: Coordinate, tolerance: Double) throws(SnapRuleError) -> [SnapRefusal] {
    try snapper.explain(at: place, tolerance: tolerance, role: role, editing: edited).refused
  }

  func draw(
    _ frame: PictureFrame,
    named name: String,
    around place: Coordinate?,
    _ report: SnapReport?,
    to file: PictureFile
  ) throws {
    let sheet = try MapSheet(
      frame,
      of: snapper.scene.index,
      named: name,
      around: place,
      snapping: snapper.rules.map { (settings, $0) },
      report: report
    )
    try file.write(sheet)
    try file.publish()
  }

  func report(at place: Coordinate, tolerance: Double) throws -> SnapReport {
    try SnapReport(snapper, at: place, tolerance: tolerance, role: role, editing: edited)
  }
}

extension OpenNetwork {
  package func features(named name: String) throws(Failure) -> [FeatureID] {
    do {
      return try ElementReference.read(name).resolve(in: network)
    } catch { throw Failure.telling(error) }
  }

  package func checkSources(_ names: [String]) throws(Failure) {
    do { try GeoSnapTool.checkSources(names, in: network) } catch { throw Failure.telling(error) }
  }

  package func snapper(_ words: [String]) throws(Failure) -> PreparedSnapper {
    do {
      let options = try SnapOptions.parse(words)
      let index = try index()
      return try PreparedSnapper(index, options.reach, options.snapping, options.pointer)
    } catch { throw Failure.telling(error, of: SnapOptions.self) }
  }

  /// The features within a tolerance of a place, in the JSON of `geosnap identify --json`; throws ``Failure`` when
  /// the network cannot be indexed, or has no such source.
  package func identified(_ request: IdentifyRequest) throws(Failure) -> [UInt8] {
    let held: SharedIndex
    do { held = try heldIndex() } catch { throw Failure.telling(error) }
    if let sources = request.sources { try checkSources(sources) }
    let hits = held.identify(request)
    let output = IdentifyOutput(network: network)
    var bytes = Array("{\"at\":".utf8)
    bytes.reserveCapacity(64 + 320 * hits.count)
    bytes.appendJSON(request.coordinate)
    bytes += ",\"hits\":[".utf8
    for (number, hit) in hits.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      output.append(hit, to: &bytes)
    }
    bytes += "],\"tolerance\":".utf8
    bytes.appendJSON(request.tolerance)
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// Traces, by options of `geosnap trace`.
  package func trace(
    _ words: [String],
    progress: (@Sendable (Double) -> Void)?
  ) async throws(Failure) -> (
    result: TraceResult, document: @Sendable () throws(Failure) -> [UInt8]
  ) {
    let all = [path] + words + (words.contains("--json") ? [] : ["--json"])
    // The document is made later, when the caller's callback may no longer be valid.
    let surroundings = { @Sendable [self] (progress: (@Sendable (Double) -> Void)?) in
      Surroundings(words: ["trace"] + all, network: self, progress: progress)
    }
    do {
      let answer = try await StandardInput.$given.withValue([]) {
        try await Surroundings.$current.withValue(surroundings(progress)) {
          try await TraceCommand.parse(all).answer()
        }
      }
      return (
        answer.result,
        { () throws(Failure) in
          let surroundings = surroundings(nil)
          do {
            return try Surroundings.$current.withValue(surroundings) {
              try answer.writeJSON()
              try surroundings.document.release(to: surroundings.output)
              return surroundings.output.bytes
            }
          } catch { throw Failure.telling(error) }
        }
      )
    } catch { throw Failure.telling(error, of: TraceCommand.self) }
  }

  /// The name of the network's file or schema.
  package var name: String { (try? NetworkPlace(path))?.name ?? path }

  package var unit: String { network.unitName }

  /// At most `limit` features that contain a text, the best match first, each as a document with a place.
  package func found(_ text: String, limit: Int) -> [JSONValue] {
    let output = FeatureOutput(network: network)
    return FeatureSearch(text, in: network, sources: []).hits.prefix(limit).map { hit in
      let place = network.geometry(of: hit.feature)?.envelope?.center
      return output.members(hit.feature).with([
        "title": .string(network.describe(hit.feature)), "field": .string(hit.field),
        "value": .string(hit.value), "at": place.map { JSONValue($0) } ?? .null,
      ])
    }
  }
}
