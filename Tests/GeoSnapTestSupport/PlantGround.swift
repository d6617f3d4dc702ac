public import GeoSnap

/// Many small networks side by side, each the same and clean, with a place for every kind of error.
///
/// In each a main runs from a loose start through a tap to a regulator; a service leads from the tap to a meter. A
/// pole carries the regulator, a box contains the meter. Sites are turned and moved at random.
public struct PlantGround {
  public struct Site {
    public let main: GlobalID
    public let service: GlobalID
    public let tap: GlobalID
    public let meter: GlobalID
    public let regulator: GlobalID
    public let pole: GlobalID
    public let box: GlobalID
    /// The corners, all inner vertices of lines among them.
    public let place: (_ along: Double, _ across: Double) -> Coordinate
  }

  public var network: PlantedNetwork
  public private(set) var sites: [Site] = []

  public static let joint = AssetTypeID(6)
  public static let tap = AssetTypeID(6, 1, 2)
  public static let meter = AssetTypeID(5)
  public static let alien = AssetTypeID(5, 1, 2)
  public static let regulator = AssetTypeID(5, 2)
  public static let main = AssetTypeID(7)
  public static let other = AssetTypeID(7, 1, 2)
  public static let service = AssetTypeID(7, 2)
  public static let pole = AssetTypeID(3)
  public static let box = AssetTypeID(8)

  private static func source(
    _ id: Int,
    _ name: String,
    _ usage: NetworkSourceUsage,
    _ groups: [AssetType]...
  ) -> NetworkSource {
    let groups = groups.enumerated().map {
      AssetGroup(code: $0 + 1, name: "Group \($0 + 1)", assetTypes: $1)
    }
    return NetworkSource(sourceID: id, name: name, usage: usage, assetGroups: groups)
  }

  public static let definition = NetworkDefinition(
    domainNetworks: [
      .structure(
        source(3, "StructureJunction", .structureJunction, [AssetType(1, "Pole", role: .structure)])
      ),
      DomainNetwork(
        "Gas",
        source(
          5,
          "GasDevice",
          .device,
          [AssetType(1, "Meter"), AssetType(2, "Alien")],
          [AssetType(1, "Regulator", terminals: 1)]
        ),
        source(
          6,
          "GasJunction",
          .junction,
          [AssetType(1, "Joint"), AssetType(code: 2, name: "Tap", categories: ["Subnetwork Tap"])]
        ),
        source(
          7,
          "GasLine",
          .line,
          [AssetType(1, "Main", .anyVertex), AssetType(2, "Other", .anyVertex)],
          [AssetType(1, "Service", .endVertex)]
        ),
        source(8, "GasAssembly", .assembly, [AssetType(1, "Box", role: .container)])
      ),
    ],
    terminalConfigurations: [
      .init(1, "In and out", ["In", "Out"], ids: [4, 7], hasUpstream: true)
    ],
    networkAttributes: [
      NetworkAttribute(
        id: 1,
        name: "Status",
        dataType: .integer,
        isInline: true,
        bitSize: 2,
        domainName: "Status",
        assignments: [5, 6, 7].map { .init(sourceID: $0, fieldName: "STATUS") }
      )
    ],
    domains: [CodedValueDomain("Status", [0: "Off", 1: "On"])]
  )

  public static let rules: [NetworkRule] = {
    let joints: [(NetworkRule.Side, AssetTypeID)] = [
      (.init(joint), main), (.init(joint), other), (.init(joint), service), (.init(tap), main),
      (.init(tap), service), (.init(meter), service), (.init(regulator, terminalID: 4), main),
      (.init(regulator, terminalID: 7), main),
    ]
    let outlet = NetworkRule.Side(regulator, terminalID: 7)
    return joints.enumerated().map { number, joint in
      NetworkRule(id: number + 1, kind: .junctionEdge, from: joint.0, to: .init(joint.1))
    } + [
      NetworkRule(20, .containment, box, meter), NetworkRule(21, .attachment, pole, regulator),
      NetworkRule(id: 22, kind: .junctionJunction, from: outlet, to: .init(meter)),
    ]
  }()

  public init(sites count: Int, using generator: inout some RandomNumberGenerator) throws {
    network = PlantedNetwork(definition: Self.definition, rules: Self.rules)
    for number in 0..<count {
      let x = Double(number % 8) * 200 + Double.random(in: 0...20, using: &generator)
      let y = Double(number / 8) * 200 + Double.random(in: 0...20, using: &generator)
      let turns = [(1.0, 0.0), (0, 1), (-1, 0), (0.6, 0.8), (0.8, -0.6)]
      let turn = turns.randomElement(using: &generator) ?? (1, 0)
      sites.append(
        try site { along, across in
          Coordinate(x + along * turn.0 - across * turn.1, y + along * turn.1 + across * turn.0)
        }
      )
    }
  }

  private mutating func site(
    _ place: @escaping (_ along: Double, _ across: Double) -> Coordinate
  ) throws -> Site {
    func line(_ places: [Coordinate]) throws -> Geometry {
      .lineString(try LineString(CoordinateSequence(places)))
    }
    let path = [place(0, 0), place(20, 0), place(30, 10), place(50, 10)]
    let main = network.add(Self.main, try line(path))
    let tap = network.add(Self.tap, .point(Point(place(20, 0))))
    let branch = [place(20, 0), place(20, -10), place(30, -10)]
    let service = network.add(Self.service, try line(branch))
    let meter = network.add(Self.meter, .point(Point(place(30, -10))))
    let regulator = network.add(Self.regulator, .point(Point(place(50, 10))))
    network.set(main, "TODEVICETERMINAL", .integer(4))
    let pole = network.add(Self.pole, .point(Point(place(50, 10))))
    let box = network.add(Self.box, .point(Point(place(30, -11))))
    network.associate(.attachment, pole, regulator)
    network.associate(.containment, box, meter)
    network.associate(.connectivity, regulator, meter, terminals: (7, nil))
    return Site(
      main: main,
      service: service,
      tap: tap,
      meter: meter,
      regulator: regulator,
      pole: pole,
      box: box,
      place: place
    )
  }
}
