package import GeoSnap

/// One map: a network in an extent, and what there is to point out on it.
///
/// Rendering is pure: the same figure gives the same text. Everything that lies in the extent is
/// drawn; what is smaller than half a pixel is drawn as a dot, and dots of one class that fall on
/// the same half pixel are drawn once. Of more features than a drawing can hold, those of one class
/// that look alike at a coarser detail share a mark. The caption says how many.
package struct MapFigure {
  /// The heading.
  package var title: String
  /// What there is to see, in a sentence or two.
  package var caption: String
  /// The network, indexed.
  var index: NetworkIndex
  /// What to show at least; the figure may show a little more at two sides.
  package var extent: Envelope
  /// Whether all but what is brought out is grey.
  var isMuted = false
  /// Features that are brought out of a muted figure; the first that holds a feature counts.
  package var emphasis: [MapEmphasis] = []
  /// The heading of what is brought out, in the legend, when each has a row of its own there.
  var emphasisTitle = ""
  /// Stretches of lines that are brought out.
  var stretches: [MapStretches] = []
  /// When not empty, features are drawn by what snapping may do at them instead of by their type.
  package var snapBehaviors: [MapSubtype: MapSnapBehavior] = [:]
  /// Associations to draw over the features.
  package var associations: [MapAssociation] = []
  /// A container's box, drawn in red and yellow dashes.
  package var containerBox: Envelope?
  /// Places to point out, labels on top of everything else.
  package var markers: [MapMarker] = []
  /// Names to write beside places where there is room, the first first.
  package var labels: [MapLabel] = []
  /// What the figure is about and may not show: whatever of it lies too far off is told.
  var subject: [Envelope] = []
  /// What is told below the map.
  var notes = MapNotes()
  /// An answer of the snapper, drawn over all else.
  package var answer: MapAnswer?
  /// Lists that stand below the legend.
  package var lists: [MapList] = []
  /// The unit of coordinates as the scale bar writes it.
  package var unit = "m"
  /// The width of the map without its legend, in pixels.
  package var width = 860.0

  /// The network.
  package var network: EditedNetwork { index.network }

  package init(title: String, caption: String = "", index: NetworkIndex, extent: Envelope) {
    self.title = title
    self.caption = caption
    self.index = index
    self.extent = extent
  }
}

/// How many features a figure shows, and how.
package struct MapCounts: Hashable {
  /// Features whose envelope meets the extent.
  package var inView = 0
  /// Of these, the ones with a mark of their own.
  package var drawn = 0
  /// Of these, the ones that share the mark of another because both fall on the same pixels.
  package var merged = 0
  /// Vertices of drawn lines left out because they are so near the one before.
  var skippedVertices = 0
  /// How near is so near, in pixels.
  package var detail = finestDetail

  package init(
    inView: Int = 0,
    drawn: Int = 0,
    merged: Int = 0,
    skippedVertices: Int = 0,
    detail: Double = finestDetail
  ) {
    self.inView = inView
    self.drawn = drawn
    self.merged = merged
    self.skippedVertices = skippedVertices
    self.detail = detail
  }

  /// Half a pixel: less cannot be seen.
  static let finestDetail = 0.5

  /// A sentence for the caption.
  package var sentence: String {
    var parts = ["\(inView.counting("feature", "features")) in view, \(drawn.grouped) drawn"]
    if merged > 0 {
      parts.append(
        merged.counting("shares", "share") + " the mark of another "
          + (detail == MapCounts.finestDetail ? "on the same half pixel" : "within \(room)")
      )
    }
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
