internal import GeoSnapSupport

extension TraceRun {
  /// The tiers in which a trace continues: those up to the target, in order; empty when it ends in its first tier.
  ///
  /// - Throws: ``TraceError`` of code `unknownTier`.
  func followingTiers(_ choice: TierChoice) throws(TraceError) -> [TierChoice] {
    guard let target = configuration.targetTierName, !target.isEmpty,
      parameters.type == .upstream || parameters.type == .downstream
    else { return [] }
    let goal = try topology.tiers(named: target, inDomainNetwork: choice.domainNetwork.name)[0]
    if goal.tier.name == choice.tier.name { return [] }
    let (own, last) = (choice.tier.rank, goal.tier.rank)
    let between = topology.tierChoices.filter { tier in
      let rank = tier.tier.rank
      return tier.domain == choice.domain && rank > min(own, last) && rank < max(own, last)
    }
    let isRising = own < last
    let ordered = between.ordered { one, other in
      isRising ? one.tier.rank < other.tier.rank : one.tier.rank > other.tier.rank
    }
    return ordered + [goal]
  }

  /// Continues in further tiers, from the border of the tiers before; tiers without controllers are not an error.
  ///
  /// `border` has the far terminals of the controllers that a trace towards them has reached, or the controllers of
  /// other tiers that a trace away from them has reached.
  mutating func goOn(from border: [TraceOrigin], into tiers: [TierChoice]) throws(TraceError) {
    var border = border
    for tier in tiers {
      let places = border.filter { begins(at: $0, in: tier) }
      guard !places.isEmpty else { continue }
      var definition = tier.tier.traceConfiguration ?? TraceConfiguration()
      // The filter is that of the trace's parameters; the traversability is the tier's.
      definition.filter = configuration.filter
      definition.includesBarriers = configuration.includesBarriers
      definition.allowsIndeterminateFlow = configuration.allowsIndeterminateFlow
      let setting = try makeSetting(definition, [])
      let next: [TraceOrigin]
      var begun = places
      do {
        next = try runStage(setting, places, tier, nil, isFirst: false)
      } catch {
        guard error.code == .noControllers else { throw error }
        // Positions that a controller feeds continue; others may do so in a later tier.
        begun = []
        for place in places where places.count > 1 {
          if try isFed(place, setting, tier) { begun.append(place) }
        }
        if begun.isEmpty {
          warnings.append(
            TraceWarning(
              code: .ignored,
              message: "The trace did not continue into tier \(tier.tier.name): \(error.message)"
            )
          )
          continue
        }
        next = try runStage(setting, begun, tier, nil, isFirst: false)
      }
      border = border.filter { !begun.contains($0) }
      border += next.filter { !border.contains($0) }
    }
  }

  /// Whether a trace may continue in a tier from the border of another: towards the controllers anywhere, away from
  /// them at controllers of the tier.
  private func begins(at place: TraceOrigin, in tier: TierChoice) -> Bool {
    let drains = tier.domainNetwork.subnetworkControllerType == .sink
    return (parameters.type == .downstream) == drains
      || topology.controllerPlaces(at: [place.node]).contains { topology.controls($0, tier) }
  }

  /// Whether a controller of a tier feeds a position.
  func isFed(
    _ place: TraceOrigin,
    _ setting: TraceSetting,
    _ tier: TierChoice
  ) throws(TraceError) -> Bool {
    do {
      _ = try SubnetworkStage.find(from: [place], setting, in: tier, nil)
      return true
    } catch {
      if error.code == .noControllers { return false }
      throw error
    }
  }
}
