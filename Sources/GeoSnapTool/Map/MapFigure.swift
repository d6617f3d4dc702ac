internal import GeoSnap

/// One map: a network in an extent, and what there is to point out on it.
///
/// Rendering is pure: the same figure gives the same text. Everything that lies in the extent is
/// drawn; what is smaller than half a pixel is drawn as a dot, and dots of one class that fall on
/// the same half pixel are drawn once. Of more features than a drawing can hold, those of one class
/// that look alike at a coarser detail share a mark. The caption says how many.
struct MapFigure {
  /// The heading.
  var title: String
  /// What there is to see, in a sentence or two.
  var caption: String
  /// The network, indexed.
  var index: NetworkIndex
  /// What to show at least; the figure may show a little more at two sides.
  var extent: Envelope
  /// The tables to draw, by index; nil for all.
  ///
  /// What is left out is counted in the caption.
  var tables: Set<Int>?
  /// Features drawn on a yellow band, such as what was identified.
  var highlights: [FeatureID] = []
  /// Whether all but what is brought out is grey.
  var isMuted = false
  /// Features that are brought out of a muted figure; the first that holds a feature counts.
  var emphasis: [MapEmphasis] = []
  /// The heading of what is brought out, in the legend, when each has a row of its own there.
  var emphasisTitle = ""
  /// Stretches of lines that are brought out.
  var stretches: [MapStretches] = []
  /// When not empty, features are drawn by what snapping may do at them instead of by their type.
  var snapBehaviors: [MapSubtype: MapSnapBehavior] = [:]
  /// Associations to draw over the features.
  var associations: [MapAssociation] = []
  /// A container's box, drawn in red and yellow dashes.
  var containerBox: Envelope?
  /// Places to point out, labels on top of everything else.
  var markers: [MapMarker] = []
  /// Names to write beside places where there is room, the first first.
  var labels: [MapLabel] = []
  /// What the figure is about and may not show: whatever of it lies too far off is told.
  var subject: [Envelope] = []
  /// What is told below the map.
  var notes = MapNotes()
  /// An answer of the snapper, drawn over all else.
  var answer: MapAnswer?
  /// The way of the pointer, drawn over the features; nil for none.
  var trail: MapTrail?
  /// Lists that stand below the legend.
  var lists: [MapList] = []
  /// The unit of coordinates as the scale bar writes it.
  var unit = "m"
  /// The width of the map without its legend, in pixels.
  var width = 860.0

  /// The network.
  var network: EditedNetwork { index.network }

  init(title: String, caption: String = "", index: NetworkIndex, extent: Envelope) {
    self.title = title
    self.caption = caption
    self.index = index
    self.extent = extent
  }
}

/// How many features a figure shows, and how.
struct MapCounts: Hashable {
  /// Features whose envelope meets the extent.
  var inView = 0
  /// Of these, the ones with a mark of their own.
  var drawn = 0
  /// Of these, the ones that share the mark of another because both fall on the same pixels.
  var merged = 0
  /// Of these, the ones in tables that the figure does not show.
  var hidden = 0
  /// Vertices of drawn lines left out because they are so near the one before.
  var skippedVertices = 0
  /// How near is so near, in pixels.
  var detail = finestDetail

  /// Half a pixel: less cannot be seen.
  static let finestDetail = 0.5

  /// A sentence for the caption.
  var sentence: String {
    var parts = ["\(inView.counting("feature", "features")) in view, \(drawn.grouped) drawn"]
    if merged > 0 {
      parts.append(
        merged.counting("shares", "share") + " the mark of another "
          + (detail == MapCounts.finestDetail ? "on the same half pixel" : "within \(room)")
      )
    }
    if hidden > 0 { parts.append("\(hidden.grouped) in tables not shown here") }
    if skippedVertices > 0 {
      parts.append(
        skippedVertices.counting("vertex", "vertices")
          + " within \(room) of the one before left out"
      )
    }
    return parts.joined(separator: "; ") + "."
  }
  private var room: String {
    detail == MapCounts.finestDetail ? "half a pixel" : Int(detail).counting("pixel", "pixels")
  }
}
