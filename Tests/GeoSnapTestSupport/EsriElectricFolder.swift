/// The committed CSV files of Esri's electric utility network.
public enum EsriElectricFolder {
  public static let path: String = {
    let folders = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return folders.joined(separator: "/") + "/EsriElectric"
  }()

  /// The rule table among them.
  public static let rules = path + "/20210507_090909_ElectricUtilityNetwork_NetworkRules.csv"
}
