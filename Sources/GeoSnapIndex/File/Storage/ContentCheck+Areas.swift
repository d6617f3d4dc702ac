extension ContentCheck {
  /// Each area must have one box: taking out an area takes out its only one.
  var repeatedArea: InvalidContent? {
    guard header.areas.count == header.areaCount else { return "areas without a box" }
    var isBoxed = [Bool](repeating: false, count: header.areaCount)
    let tree = memory.tree(header.areas, from: .areaCoarse)
    var isRepeated = false
    tree.forEachEntry { entry in
      // Checked before: items lie below the number of areas.
      let area = Int(entry.label.feature)
      if isBoxed[area] { isRepeated = true }
      isBoxed[area] = true
    }
    return isRepeated ? "an area with two boxes" : nil
  }
}
