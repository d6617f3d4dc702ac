/// The required words of a row: SWMM refuses rows with fewer words and uses defaults for further ones.
enum SwmmWords {
  static func node(_ row: InpFile.Row) -> [String] {
    let start = ["name", "elevation"]
    switch row.section {
    case "OUTFALLS":
      let isStaged = ["FIX", "TID", "TIME"].contains { row.isKeyword(2, $0) }
      return start + ["type"] + (isStaged ? ["stage or curve"] : [])
    case "DIVIDERS":
      let more =
        row.isKeyword(3, "WEIR")
        ? ["least flow", "height", "coefficient"]
        : row.isKeyword(3, "CUT") || row.isKeyword(3, "TAB") ? ["flow or curve"] : []
      return start + ["diversion link", "type"] + more
    case "STORAGE":
      let shape = row.isKeyword(4, "TAB") ? ["curve"] : ["coefficient", "exponent", "constant"]
      return start + ["greatest depth", "initial depth", "shape"] + shape
    default: return start
    }
  }

  static func link(_ row: InpFile.Row) -> [String] {
    let start = ["name", "node at its start", "node at its end"]
    switch row.section {
    case "CONDUITS":
      return start + ["length", "roughness", "offset at its start", "offset at its end"]
    case "ORIFICES", "WEIRS": return start + ["type", "offset", "coefficient"]
    case "OUTLETS":
      let curve = row.isKeyword(4, "TAB") ? ["curve"] : ["coefficient", "exponent"]
      return start + ["offset", "type"] + curve
    default: return start
    }
  }

  static func crossSection(_ row: InpFile.Row) -> [String] {
    let start = ["link", "shape"]
    if row.isKeyword(1, "IRREG") || row.isKeyword(1, "STREET") { return start + ["transect"] }
    return start + ["first", "second", "third", "fourth"].map { "\($0) measure" }
  }

  /// The words of a premise; one that begins with the name of a variable is the shortest.
  static func premise(_ row: InpFile.Row) -> [String] {
    let objects = ["NODE", "LINK", "CONDUIT", "PUMP", "ORIFICE", "WEIR", "OUTLET", "GAGE"]
    let isObject = row.words.count > 1 && objects.contains(row.words[1].uppercased())
    let subject =
      isObject ? ["object", "attribute"] : row.isKeyword(1, "SIMUL") ? ["attribute"] : []
    return ["IF", "kind of object"] + subject + ["relation", "value"]
  }
}
