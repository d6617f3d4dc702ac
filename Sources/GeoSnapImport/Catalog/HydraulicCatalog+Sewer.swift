internal import GeoSnap

extension HydraulicCatalog {
  /// The domain network `Sewer` for SWMM; outfalls are its sinks.
  static let sewer = HydraulicCatalog(firstSourceID: 41, tier: "Collection", catalog: .sewer)
}

enum SewerTypes {
  static let outfall = HydraulicCatalog.sewer.device(1, 1)
  static let storage = HydraulicCatalog.sewer.device(1, 2)
  static let flowDivider = HydraulicCatalog.sewer.device(1, 3)
  static let pump = HydraulicCatalog.sewer.device(2)
  static let orifice = HydraulicCatalog.sewer.device(3, 1)
  static let weir = HydraulicCatalog.sewer.device(3, 2)
  static let outlet = HydraulicCatalog.sewer.device(3, 3)
  static let junction = HydraulicCatalog.sewer.fitting(1)
  static let regulatorLink = HydraulicCatalog.sewer.line(2)

  /// The conduit type of a cross-section shape, such as `CIRCULAR` or nil.
  static func conduit(shape: String?) -> AssetTypeID {
    let code =
      switch shape?.uppercased() {
      case "CIRCULAR", "FILLED_CIRCULAR": 1
      case "RECT_CLOSED", "RECT_TRIANGULAR", "RECT_ROUND", "HORIZ_ELLIPSE", "VERT_ELLIPSE", "ARCH",
        "MODBASKETHANDLE", "BASKETHANDLE", "EGG", "HORSESHOE", "GOTHIC", "CATENARY",
        "SEMIELLIPTICAL", "SEMICIRCULAR", "CUSTOM":
        2
      case "RECT_OPEN", "TRAPEZOIDAL", "TRIANGULAR", "PARABOLIC", "POWER", "IRREGULAR", "STREET":
        3
      case "FORCE_MAIN": 4
      default: 5
      }
    return HydraulicCatalog.sewer.line(1, code)
  }
}
