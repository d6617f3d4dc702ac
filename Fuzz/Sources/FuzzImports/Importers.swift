import FuzzDriver
import GeoSnap

@testable import GeoSnapImport

extension FuzzTarget {
  /// Readers of other tools' files: a network, or an error that says what is wrong.
  static let importers: [FuzzTarget] = [
    importer("Epanet", EpanetImporter()),
    importer("Swmm", SwmmImporter()),
    importer("Pandapower", PandapowerImporter()),
    importer("Pandapipes", PandapipesImporter()),
    FuzzTarget("OpenDSS") { input in
      // The tables are files of a folder, one after the other with a zero byte between.
      let names = ["buses.csv", "elements.csv", "fuses.csv"]
      let files = zip(names, input.split(separator: 0, omittingEmptySubsequences: false)).map {
        ImportFile(name: $0, bytes: Array($1))
      }
      check { () throws(ImportError) in
        try OpenDSSImporter().read(files, named: "folder", appendingTo: nil)
      }
    },
  ]

  private static func importer(_ name: String, _ importer: some NetworkImporter) -> FuzzTarget {
    FuzzTarget(name) { input in
      check { () throws(ImportError) in try importer.read(bytes: input, named: "fuzz") }
    }
  }

  private static func check(_ body: () throws(ImportError) -> ImportResult) {
    do throws(ImportError) {
      _ = try body()
    } catch {
      require(!error.problems.isEmpty, "Refused without a problem")
    }
  }
}
