import GeoSnap
import GeoSnapImport
import Testing

/// What single elements become.
@Suite struct CircuitElementTests {
  private static let buses = """
    bus,x,y,nodes,kv_base_ln
    src,0,0,1.2.3,66.4
    a,100,0,1.2.3,7.2
    b,200,0,1.2.3,7.2
    c,300,0,1.2.3,2.4
    l,400,0,1.2,0.12
    m,500,0,1.2,0.12
    nowhere,,,1,7.2

    """

  private func read(
    _ rows: [String],
    fuses: String? = nil,
    tiers: ImportOptions.Tiers = .supply
  ) throws -> (network: UtilityNetwork, features: CircuitFeatures, links: [String: String]) {
    let elements =
      ["Vsource.source,vsource,1,2,3,3,src,1.2.3,src,0.0.0,,,,,,,,,,"]
      + ["Transformer.sub,transformer,1,2,4,3,src,1.2.3,a,1.2.3,,,,,,,,5000,115/12.47,"] + rows
    let result = try OpenDSSImporter(options: ImportOptions(tiers: tiers)).read(
      CircuitFiles.tables(
        buses: Self.buses,
        elements: ([CircuitFiles.header] + elements).joined(separator: "\n"),
        fuses: fuses
      ),
      named: "circuit"
    )
    #expect(try RuleAudit(result.network).violations.isEmpty)
    let contraction = CircuitContraction(result.network)
    #expect(contraction.mistakes.isEmpty)
    return (result.network, CircuitFeatures(result.network), contraction.links)
  }

  private func assetType(_ entry: CircuitFeatures.Entry) -> AssetTypeID? {
    entry.table.assetTypeID(of: entry.row)
  }

  @Test("A fuse stands between a terminal and its bus, at lines and at equipment")
  func fuses() throws {
    let made = try read(
      [
        "Line.x,line,1,2,1,1,a,2,b,2,,,0,,1,km,,,,",
        "Transformer.t,transformer,1,3,2,1,b,2,l,1.0,l,0.2,,,,,,25,7.2/0.12/0.12,",
        "Load.q,load,1,1,3,2,l,1.2,,,,,,,,,,5,0.208,",
      ],
      fuses:
        "fuse,element,terminal\nF1,LINE.X,2\nf2,transformer.t,1\nf3,transformer.t,3\nf4,load.q,1\n"
    )
    #expect(made.links["line/x"] == "bus/a+bus/b")
    #expect(made.links["transformer/t"] == "bus/b+bus/l")
    let fuses = made.features.named("fuse")
    #expect(Set(fuses.map(\.origin)) == ["fuse/f1", "fuse/f2", "fuse/f3", "fuse/f4"])
    #expect(
      fuses.allSatisfy { $0.integer("DEVICESTATUS") == 2 && $0.integer("PHASESCURRENT") == 2 }
    )
    let first = try #require(fuses.first { $0.origin == "fuse/f1" })
    #expect(assetType(first) == ElectricTypes.device(29, 565))
    let type = made.network.definition.sources.first { $0.name == "ElectricDevice" }?
      .assetGroups.first { $0.code == 29 }?.assetTypes.first { $0.code == 565 }
    #expect(type?.categories.contains("E:Protective") == true)
  }

  @Test("A transformer of four windings joins its four buses, and has no terminals beside")
  func manyWindings() throws {
    let head = "element,class,enabled,n_terminals,bus1,nodes1,bus2,nodes2,bus3,nodes3,bus4,nodes4\n"
    let files = CircuitFiles.tables(
      buses: Self.buses,
      elements: head + "Vsource.source,vsource,1,1,src,1,,,,,,\n"
        + "Transformer.t,transformer,1,4,src,1,a,1,b,1,c,1\n"
    )
    let network = try OpenDSSImporter().read(files, named: "circuit").network
    let graph = try Topology(network).contracted()
    #expect(graph.nodes.count == 7 && graph.nodes.allSatisfy { $0.origin.hasPrefix("bus/") })
    #expect(CircuitFiles.groups(graph) == ["transformer/t": "bus/a+bus/b+bus/c+bus/src"])
  }

  @Test("An open terminal cuts that terminal alone, a disabled element all")
  func openTerminals() throws {
    let made = try read([
      "Line.x,line,1,2,1,1,a,2,b,2,,,0,2,1,km,,,,",
      "Line.off,line,0,2,1,1,a,2,b,2,,,0,,1,km,,,,",
      "Line.tie,line,0,2,1,1,a,2,b,2,,,1,,1,km,,,,",
      "Line.sw,line,1,2,3,3,a,1.2.3,b,1.2.3,,,1,1,1,km,,,,",
      "Transformer.t,transformer,1,3,3,3,a,1.2.3,b,1.2.3,c,1.2.3,,3,,,,1000,12.47/12.47/4.16,",
      "Load.q,load,1,1,3,2,c,1.2,,,,,,1,,,,5,4.16,",
    ])
    #expect(made.links["line/x"] == "bus/a | bus/b")
    #expect(made.links["line/off"] == "bus/a | bus/b")
    #expect(made.links["line/tie"] == "bus/a | bus/b")
    #expect(made.links["line/sw"] == "bus/a | bus/b")
    #expect(made.links["transformer/t"] == "bus/a+bus/b | bus/c")
    let features = made.features
    let opening = try #require(
      features.all.first { $0.origin == "line/x" && $0.text("KIND") == "open terminal" }
    )
    #expect(opening.integer("DEVICESTATUS") == 1)
    #expect(features.named("line").first { $0.origin == "line/off" }?.integer("INSERVICE") == 0)
    let tie = try #require(features.named("line").first { $0.origin == "line/tie" })
    #expect(tie.integer("INSERVICE") == 1)
    #expect(tie.integer("DEVICESTATUS") == 1)
    #expect(features.named("load").first?.integer("DEVICESTATUS") == 1)
  }

  @Test("A transformer has its high terminal at the high voltage, whichever winding that is on")
  func terminals() throws {
    let made = try read([
      "Transformer.w,transformer,1,3,3,3,c,1.2.3,a,1.2.3,b,1.2.3,,,,,,1000,4.16/12.47/7.2,",
      "Transformer.up,transformer,1,2,3,3,m,1.2.3,nowhere,1.2.3,,,,,,,,100,0.208/12.47,",
      "Transformer.down,transformer,1,2,1,1,a,1,m,1,,,,,,,,100,7.2/0.12,",
    ])
    func targets(_ origin: String) throws -> [Int: String] {
      let entry = try #require(made.features.all.first { $0.origin == origin })
      let id = try #require(entry.table.globalIDs[entry.row])
      var targets: [Int: String] = [:]
      for association in made.network.associations where association.from.globalID == id {
        let other = made.network.feature(globalID: association.to.globalID)
        targets[association.from.terminalID ?? 0] = other.flatMap {
          made.network.tables[Int($0.table)].origins[Int($0.row)]
        }
      }
      return targets
    }
    #expect(try targets("transformer/w") == [1: "bus/a", 2: "bus/c", 3: "bus/b"])
    #expect(try targets("transformer/up") == [1: "bus/nowhere", 2: "bus/m"])
    // It is fed at its low voltage, so its low terminal is upstream.
    let up = try #require(made.features.all.first { $0.origin == "transformer/up" })
    #expect(assetType(up) == OpenDSSTypes.stepUp)
    let down = try #require(made.features.all.first { $0.origin == "transformer/down" })
    #expect(assetType(down) == ElectricTypes.device(38, 785))
  }

  @Test("Phases that differ between terminals stand beside all of them")
  func phases() throws {
    let made = try read([
      "Line.x,line,1,2,2,2,a,1.2,b,2.3,,,0,,1,km,,,,",
      "Transformer.t,transformer,1,2,2,1,a,1.2,b,3.0,,,,,,,,25,12.47/7.2,",
      "Transformer.s,transformer,1,3,2,1,b,3,l,1.0,l,0.2,,,,,,25,7.2/0.12/0.12,",
      "Line.triplex,line,1,2,2,2,l,1.2,m,1.2,,,0,,50,ft,,,,",
      "Load.q,load,1,1,3,2,m,1.2,,,,,,,,,,5,0.208,",
    ])
    let all = made.features.all
    let line = try #require(all.first { $0.origin == "line/x" })
    #expect(
      ["PHASESCURRENT", "PHASESCURRENTTERMINAL1", "PHASESCURRENTTERMINAL2"].map { line.integer($0) }
        == [7, 6, 3]
    )
    let delta = try #require(all.first { $0.origin == "transformer/t" })
    #expect(
      ["PHASESCURRENT", "PHASESCURRENTTERMINAL1", "PHASESCURRENTTERMINAL2"].map {
        delta.integer($0)
      } == [
        7, 6, 1,
      ]
    )
    for origin in ["transformer/s", "line/triplex", "bus/l", "bus/m;load/q"] {
      let feature = try #require(all.first { $0.origin == origin }, "\(origin)")
      #expect(feature.integer("PHASESCURRENT") == 1, "\(origin)")
      #expect(feature.integer("PHASESCURRENTTERMINAL1") == nil, "\(origin)")
    }
    #expect(all.first { $0.origin == "line/triplex" }?.real("LENGTH") == 50 * 0.3048)
  }

  @Test("Tiers for voltage levels are controlled by transformers, a bank of them as one")
  func voltageTiers() throws {
    let made = try read(
      [
        "Transformer.u1,transformer,1,2,2,1,a,1,l,1,,,,,,,,25,7.2/0.12,Bank",
        "Transformer.u2,transformer,1,2,2,1,a,2,l,2,,,,,,,,25,7.2/0.12,BANK",
        "Transformer.r,transformer,1,2,2,1,a,2,b,2,,,,,,,,25,7.2/7.2,",
      ],
      tiers: .voltage
    )
    func names(_ field: String) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: made.features.all.compactMap { entry in
          entry.text(field).map { (entry.origin, $0) }
        }
      )
    }
    #expect(
      names("SUBNETWORKCONTROLLERNAME") == [
        "vsource/source": "vsource/source", "transformer/sub": "transformer/sub",
        "transformer/u1": "transformer/u1", "transformer/u2": "transformer/u1",
      ]
    )
    #expect(names("TIERNAME")["transformer/u1"] == "Low Voltage Radial")
    #expect(names("TIERNAME")["vsource/source"] == "High Voltage")
  }
}
