/// A list below the legend of a map.
package struct MapList {
  package struct ListRow {
    /// A drawing of 32 by 16 pixels around its left middle; may be empty.
    var swatch = ""
    package var label: String
    /// A grey text after the label.
    package var detail = ""
    /// Whether it is the heading of the rows below it.
    var isHeading = false

    package init(swatch: String = "", label: String, detail: String = "") {
      self.swatch = swatch
      self.label = label
      self.detail = detail
    }
  }

  var title: String
  package var rows: [ListRow]

  package init(title: String, rows: [ListRow]) {
    self.title = title
    self.rows = rows
  }
}
