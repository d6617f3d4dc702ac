package import GeoSnap

/// One map: a network in an extent, with highlights, marks and labels.
///
/// Rendering is pure: the same figure gives the same text. All features in the extent are drawn; those smaller than
/// half a pixel become dots, and dots of one class on the same half pixel are drawn once. Where there are too many
/// features, those of one class that look alike at a coarser detail share a mark. The caption has their number.
package struct MapFigure {
  /// The heading.
  package var title: String
  /// The content in a sentence or two.
  package var caption: String
  var index: NetworkIndex
  /// The extent to show at least; the figure may show a little more at two sides.
  package var extent: Envelope
  /// Whether all features except the highlighted ones are grey.
  var isMuted = false
  /// Features that are highlighted in a muted figure; a feature in several belongs to the first.
  package var emphasis: [MapEmphasis] = []
  /// The heading of the highlights in the legend, when each has a separate row there.
  var emphasisTitle = ""
  /// Stretches of lines that are highlighted.
  var stretches: [MapStretches] = []
  /// The snap behaviour of features; when not empty, it replaces the asset type as the criterion for drawing.
  package var snapBehaviors: [MapSubtype: MapSnapBehavior] = [:]
  /// Associations to draw over the features.
  package var associations: [MapAssociation] = []
  /// A container's box, drawn in red and yellow dashes.
  package var containerBox: Envelope?
  /// Marked places, with labels on top of everything else.
  package var markers: [MapMarker] = []
  /// Names to write beside places where there is room, in order of priority.
  package var labels: [MapLabel] = []
  /// The envelopes of the figure's subject; a remark counts those beyond the map.
  var subject: [Envelope] = []
  /// The notes below the map.
  var notes = MapNotes()
  /// An answer of the snapper, drawn on top.
  package var answer: MapAnswer?
  /// Lists below the legend.
  package var lists: [MapList] = []
  /// The unit of coordinates on the scale bar.
  package var unit = "m"
  /// The width of the map without its legend, in pixels.
  package var width = 860.0

  package var network: EditedNetwork { index.network }

  package init(title: String, caption: String = "", index: NetworkIndex, extent: Envelope) {
    self.title = title
    self.caption = caption
    self.index = index
    self.extent = extent
  }
}

/// The number of features in a figure.
package struct MapCounts: Hashable {
  /// Features whose envelope intersects the extent.
  package var inView = 0
  /// Of these, the ones with a separate mark.
  package var drawn = 0
  /// Of these, the ones that share the mark of another on the same pixels.
  package var merged = 0
  /// Omitted vertices of drawn lines, nearer than ``detail`` to the one before.
  var skippedVertices = 0
  /// The detail in pixels: smaller distances are not drawn.
  package var detail = finestDetail

  /// Half a pixel: less is invisible.
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
