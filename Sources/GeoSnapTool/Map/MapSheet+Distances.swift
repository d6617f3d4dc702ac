package import GeoSnap

extension MapSheet {
  /// A picture of the costs of reaching features: the nearer, the darker and wider.
  ///
  /// Throws `Failure` when the network has no drawable features.
  ///
  /// - `name`: The heading.
  /// - `starts`: The places from which costs are measured.
  /// - `cost`: The attribute that is added up.
  package init(
    of index: NetworkIndex,
    named name: String,
    _ topology: Topology,
    from starts: [TraceLocation],
    _ distances: [Topology.Distance],
    by cost: String
  ) throws {
    let farthest = distances.map(\.value).max() ?? 0
    var figure = MapFigure(
      answer:
        "\(distances.count.counting("feature", "features")) reached, at most \(plain(farthest)) "
        + "by \(cost).",
      of: index,
      named: name
    )
    let classes = CostClasses(upTo: farthest)
    var features = [[FeatureID]](repeating: [], count: classes.count)
    for distance in distances {
      features[classes.number(of: distance.value)].append(distance.feature)
    }
    figure.emphasisTitle = cost
    figure.emphasis = features.enumerated().map { number, features in
      MapEmphasis(
        label: classes.label(number),
        color: classes.color(number),
        features: features,
        isDivided: false,
        width: 4.2 - 2 * classes.fraction(number)
      )
    }
    let places = TracePlaces(topology)
    figure.mark(.start, starts, places)
    let names = MapNames(figure.network)
    figure.labels = Self.spread(distances).prefix(MapFigure.labelLimit).compactMap { distance in
      names.place(of: distance.feature).map {
        MapLabel(text: MapDecoration.rounded(distance.value, digits: 4), place: $0)
      }
    }
    try figure.fit()
    self.init(figure: figure)
  }

  /// Distances in an order of which any number of first items are spread over the whole range.
  private static func spread(_ distances: [Topology.Distance]) -> [Topology.Distance] {
    let rising = distances.sorted { $0.value < $1.value }
    var order: [Topology.Distance] = []
    var step = 1
    while step < rising.count { step *= 2 }
    // The last, then the middle, then the quarters, and so on.
    if let last = rising.last { order.append(last) }
    while step > 1, order.count < rising.count {
      order += stride(from: step / 2, to: rising.count - 1, by: step).map { rising[$0] }
      step /= 2
    }
    return order
  }
}

/// Classes of costs between round numbers, each with a colour: higher costs are lighter.
package struct CostClasses {
  private let step: RoundStep
  package let count: Int

  /// From dark to light, also in greyscale: viridis without its lightest part, which is invisible on white paper.
  private static let colors = [
    "#440154", "#443983", "#31688e", "#21918c", "#35b779", "#7ad151", "#b5d334",
  ]

  /// Classes of costs from 0 to a greatest one.
  package init(upTo greatest: Double) {
    guard greatest > 0, greatest.isFinite else {
      step = RoundStep(atMost: 1)
      count = 1
      return
    }
    // The finest round step that needs no more classes than there are colours.
    var finest = RoundStep(atMost: greatest / Double(Self.colors.count))
    for bound in [2.0, 4, 8] where finest.value * Double(Self.colors.count) < greatest {
      finest = RoundStep(atMost: greatest / Double(Self.colors.count) * bound)
    }
    step = finest
    count = min(max(Int((greatest / finest.value).rounded(.up)), 1), Self.colors.count)
  }

  /// The class of a cost; a bound belongs to the class below it.
  package func number(of cost: Double) -> Int {
    min(max(Int((cost / step.value).rounded(.up)) - 1, 0), count - 1)
  }

  package func label(_ number: Int) -> String {
    "\(step.text(Double(number) * step.value)) to \(step.text(Double(number + 1) * step.value))"
  }

  /// From 0 for the nearest class to 1 for the farthest.
  func fraction(_ number: Int) -> Double {
    count > 1 ? Double(number) / Double(count - 1) : 0
  }

  func color(_ number: Int) -> String {
    Self.colors[Int((fraction(number) * Double(Self.colors.count - 1)).rounded())]
  }
}
