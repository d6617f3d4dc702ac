import ArgumentParser
package import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

/// The options that say what is snapped to.
private struct SnapOptions: ParsableArguments {
  @OptionGroup var snapping: SnappingArguments
  @OptionGroup var pointer: PointerArguments
  @OptionGroup var reach: ToleranceArguments
}

/// A snapper, with what it is asked besides the place.
package struct PreparedSnapper: Sendable {
  package let snapper: Snapper
  package let role: SnapRole
  /// The feature being edited, which is never snapped to.
  package let edited: FeatureID?
  fileprivate let output: SnapOutput
}

extension OpenNetwork {
  /// The features that a name stands for.
  package func features(named name: String) throws(Failure) -> [FeatureID] {
    do {
      return try ElementReference.read(name).resolve(in: network)
    } catch {
      throw Failure.telling(error)
    }
  }

  /// Refuses names of tables that the network has not.
  package func checkSources(_ names: [String]) throws(Failure) {
    do { try GeoSnapTool.checkSources(names, in: network) } catch { throw Failure.telling(error) }
  }

  /// A snapper, by options of `geosnap snap`.
  package func snapper(_ words: [String]) throws(Failure) -> PreparedSnapper {
    do {
      let options = try SnapOptions.parse(words)
      let index = try index()
      let view = try options.reach.view(of: index.network)
      let (settings, rules) = try options.snapping.settings(for: index.network)
      return PreparedSnapper(
        snapper: Snapper(
          SnapScene(index),
          settings: options.pointer.settings(settings),
          rules: rules,
          view: view
        ),
        role: try options.pointer.role(rules),
        edited: try options.pointer.edited(in: index.network),
        output: SnapOutput(network: index.network, rules: rules)
      )
    } catch {
      throw Failure.telling(error, of: SnapOptions.self)
    }
  }

  /// What lies within a tolerance of a place, as `geosnap identify --json` tells it.
  ///
  /// - Throws: ``Failure`` when the network cannot be indexed, or has no such source.
  package func identified(_ request: IdentifyRequest) throws(Failure) -> [UInt8] {
    let held: HeldIndex
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

  /// A trace, by options of `geosnap trace`.
  ///
  /// - Parameters:
  ///   - words: The options.
  ///   - progress: Told what share is done; not a number where nobody knows.
  /// - Returns: What was found, and what makes the document that the verb prints.
  /// - Throws: ``Failure``, also of a trace without an answer.
  package func trace(
    _ words: [String],
    progress: (@Sendable (Double) -> Void)?
  ) async throws(Failure) -> (
    result: TraceResult, document: @Sendable () throws(Failure) -> [UInt8]
  ) {
    let all = [path] + words + (words.contains("--json") ? [] : ["--json"])
    // The document is made later, when the caller's callback may be gone.
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
          } catch {
            throw Failure.telling(error)
          }
        }
      )
    } catch {
      throw Failure.telling(error, of: TraceCommand.self)
    }
  }
}

extension OpenNetwork {
  /// What it is called: the name of its file or of its schema.
  public var name: String { (try? NetworkPlace(path))?.name ?? path }

  /// What its coordinates count, as a scale bar writes it.
  package var unit: String { network.unitName }

  /// Features in which a text was found, the best first, with a place each.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - limit: The most features.
  /// - Returns: A document for each.
  package func found(_ text: String, limit: Int) -> [JSONValue] {
    let output = FeatureOutput(network: network)
    return FeatureSearch(text, in: network, sources: []).hits.prefix(limit).map { hit in
      var members = output.members(hit.feature)
      members["title"] = .string(network.describe(hit.feature))
      members["field"] = .string(hit.field)
      members["value"] = .string(hit.value)
      let geometry = network.geometry(of: hit.feature)
      members["at"] = geometry?.envelope.map { GeoSnapTool.json($0.center) } ?? .null
      return .object(members)
    }
  }
}

extension PreparedSnapper {
  /// What each of some places snaps to.
  ///
  /// The options were checked when they were read, and no tolerance is in pixels.
  package func matches(atEach places: [Coordinate], tolerance: Double) -> [SnapMatch?] {
    snapper.matches(atEach: places, 0..<places.count, tolerance, role, edited)
  }

  /// What a place snaps to, as `geosnap snap --json` tells it.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - tolerance: The radius, in the units of the network.
  ///   - explains: Whether what was refused is told too.
  /// - Returns: The document.
  /// - Throws: `SnapRuleError` for what the snapper refuses.
  package func snapped(
    at place: Coordinate,
    tolerance: Double,
    explains: Bool
  ) throws(SnapRuleError) -> JSONValue {
    let match = try snapper.snap(at: place, tolerance: tolerance, role: role, editing: edited)
    let all =
      try match == nil
      ? [] : snapper.matches(at: place, tolerance: tolerance, role: role, editing: edited)
    let equals = output.equals(of: match, among: all)
    var document = output.document(match)
    document["equals"] = .array(equals.map(output.json))
    if explains {
      let explanation = try snapper.explain(
        at: place,
        tolerance: tolerance,
        role: role,
        editing: edited
      )
      document["refused"] = .array(explanation.refused.map(output.json))
    }
    return .object(document)
  }
}
