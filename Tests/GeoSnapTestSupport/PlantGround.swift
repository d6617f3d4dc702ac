public import GeoSnap

/// Many small networks side by side, each the same and clean, with a place for every kind of error.
///
/// In each a main runs from a loose start through a tap to a regulator; a service leads from the tap
/// to a meter. A pole carries the regulator, a box contains the meter. Sites are turned and moved at
/// random.
public struct PlantGround {
  /// One of the small networks.
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

  public static let joint = AssetTypeID(sourceID: 6, assetGroup: 1, assetType: 1)
  public static let tap = AssetTypeID(sourceID: 6, assetGroup: 1, assetType: 2)
  public static let meter = AssetTypeID(sourceID: 5, assetGroup: 1, assetType: 1)
  public static let alien = AssetTypeID(sourceID: 5, assetGroup: 1, assetType: 2)
  public static let regulator = AssetTypeID(sourceID: 5, assetGroup: 2, assetType: 1)
  public static let main = AssetTypeID(sourceID: 7, assetGroup: 1, assetType: 1)
  public static let other = AssetTypeID(sourceID: 7, assetGroup: 1, assetType: 2)
  public static let service = AssetTypeID(sourceID: 7, assetGroup: 2, assetType: 1)
  public static let pole = AssetTypeID(sourceID: 3, assetGroup: 1, assetType: 1)
  public static let box = AssetTypeID(sourceID: 8, assetGroup: 1, assetType: 1)

  private static func source(
    _ id: Int,
    _ name: String,
    _ usage: NetworkSourceUsage,
    _ groups: [[AssetType]]
  ) -> NetworkSource {
    NetworkSource(
      sourceID: id,
      name: name,
      usage: usage,
      assetGroups: groups.enumerated().map {
        AssetGroup(code: $0 + 1, name: "Group \($0 + 1)", assetTypes: $1)
      }
    )
  }

  public static let definition = NetworkDefinition(
    domainNetworks: [
      DomainNetwork(
        id: 1,
        name: "Structure",
        isStructureNetwork: true,
        sources: [
          source(
            3,
            "StructureJunction",
            .structureJunction,
            [[AssetType(code: 1, name: "Pole", associationRole: .structure)]]
          )
        ]
      ),
      DomainNetwork(
        id: 2,
        name: "Gas",
        sources: [
          source(
            5,
            "GasDevice",
            .device,
            [
              [AssetType(code: 1, name: "Meter"), AssetType(code: 2, name: "Alien")],
              [AssetType(code: 1, name: "Regulator", terminalConfigurationID: 1)],
            ]
          ),
          source(
            6,
            "GasJunction",
            .junction,
            [
              [
                AssetType(code: 1, name: "Joint"),
                AssetType(code: 2, name: "Tap", categories: ["Subnetwork Tap"]),
              ]
            ]
          ),
          source(
            7,
            "GasLine",
            .line,
            [
              [
                AssetType(code: 1, name: "Main", connectivityPolicy: .anyVertex),
                AssetType(code: 2, name: "Other", connectivityPolicy: .anyVertex),
              ], [AssetType(code: 1, name: "Service", connectivityPolicy: .endVertex)],
            ]
          ),
          source(
            8,
            "GasAssembly",
            .assembly,
            [[AssetType(code: 1, name: "Box", associationRole: .container)]]
          ),
        ]
      ),
    ],
    terminalConfigurations: [
      TerminalConfiguration(
        id: 1,
        name: "In and out",
        terminals: [Terminal(id: 4, name: "In", isUpstream: true), Terminal(id: 7, name: "Out")]
      )
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
    domains: [
      CodedValueDomain(
        name: "Status",
        codedValues: [.init(code: 0, name: "Off"), .init(code: 1, name: "On")]
      )
    ]
  )

  public static let rules: [NetworkRule] = {
    let joints: [(AssetTypeID, Int?, AssetTypeID)] = [
      (joint, nil, main), (joint, nil, other), (joint, nil, service), (tap, nil, main),
      (tap, nil, service), (meter, nil, service), (regulator, 4, main), (regulator, 7, main),
    ]
    return joints.enumerated().map { number, joint in
      NetworkRule(
        id: number + 1,
        kind: .junctionEdge,
        from: .init(joint.0, terminalID: joint.1),
        to: .init(joint.2)
      )
    } + [
      NetworkRule(id: 20, kind: .containment, from: .init(box), to: .init(meter)),
      NetworkRule(id: 21, kind: .attachment, from: .init(pole), to: .init(regulator)),
      NetworkRule(
        id: 22,
        kind: .junctionJunction,
        from: .init(regulator, terminalID: 7),
        to: .init(meter)
      ),
    ]
  }()

  /// Makes so many sites.
  public init(sites count: Int, using generator: inout some RandomNumberGenerator) throws {
    network = PlantedNetwork(definition: Self.definition, rules: Self.rules)
    for number in 0..<count {
      let origin = Coordinate(
        x: Double(number % 8) * 200 + Double.random(in: 0...20, using: &generator),
        y: Double(number / 8) * 200 + Double.random(in: 0...20, using: &generator)
      )
      let turns = [(1.0, 0.0), (0, 1), (-1, 0), (0.6, 0.8), (0.8, -0.6)]
      let turn = turns.randomElement(using: &generator) ?? (1, 0)
      sites.append(
        try site { along, across in
          Coordinate(
            x: origin.x + along * turn.0 - across * turn.1,
            y: origin.y + along * turn.1 + across * turn.0
          )
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
    let main = network.add(
      Self.main,
      try line([place(0, 0), place(20, 0), place(30, 10), place(50, 10)])
    )
    let tap = network.add(Self.tap, .point(Point(place(20, 0))))
    let service = network.add(
      Self.service,
      try line([place(20, 0), place(20, -10), place(30, -10)])
    )
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
