public import GeoSnap

extension PlantGround {
  /// Plants an error of a code at a site, in one of the ways there are.
  ///
  /// What is planted is added to ``PlantedNetwork/planted``. The code 33, and those without a number, can be planted in files only.
  public mutating func plant(
    _ code: NetworkErrorCode,
    at site: Site,
    using generator: inout some RandomNumberGenerator
  ) throws {
    let share = Double.random(in: 0.2...0.8, using: &generator)
    let isFirst = Bool.random(using: &generator)
    let all = [site.main, site.service, site.tap, site.meter, site.regulator]
    let any = all.randomElement(using: &generator) ?? site.tap
    let line = isFirst ? site.main : site.service
    let place = site.place
    switch code {
    case .wrongDataType:
      network.set(any, "STATUS", isFirst ? .text("open") : .real(1.5))
      mark(any)
    case .emptyGeometry:
      // Without a tap nothing joins the main and the service.
      let lost = any == site.tap ? site.meter : any
      network.change(lost) { $0.geometry = nil }
      mark(lost)
    case .unknownAssetGroup:
      network.change(any) { $0.assetGroup = 77 }
      mark(any)
    case .invalidAssetType:
      network.change(any) { $0.assetType = 77 }
      mark(any)
    case .zeroLengthLine:
      let at = place(20 * share, 0)
      network.change(line) { feature in
        feature.geometry = feature.geometry.map { geometry in
          let start = isFirst ? at : geometry.coordinates[0]
          return Self.line([start, start])
        }
      }
      mark(line)
    case .noVertexForConnection:
      let type = isFirst ? Self.joint : Self.tap
      mark(
        network.add(type, .point(Point(isFirst ? place(20 * share, 0) : place(20, -10 * share))))
      )
    case .noConnectivityRule:
      if isFirst {
        network.change(site.meter) { $0.assetType = Self.alien.assetType }
        network.associations.removeAll { [$0.from.globalID, $0.to.globalID].contains(site.meter) }
        mark(site.meter)
      } else {
        let id = network.add(Self.meter, .point(Point(place(60, 0))))
        network.associate(.connectivity, id, site.tap)
        mark(id)
      }
    case .ambiguousTerminal:
      network.set(site.main, "TODEVICETERMINAL", .null)
      mark(site.main)
    case .noJunctionBetweenLines:
      mark(network.add(Self.other, Self.line([place(0, 0), place(-10, 10 * share)])))
    case .midspanConnectionForbidden:
      if isFirst {
        mark(network.add(Self.joint, .point(Point(place(20, -10)))))
      } else {
        mark(network.add(Self.service, Self.line([place(20, -10), place(10, -20 * share)])))
      }
    case .noContainmentRule:
      network.associate(.containment, site.box, any == site.meter ? site.tap : any)
      mark(any == site.meter ? site.tap : any)
    case .noAttachmentRule:
      network.associate(.attachment, site.pole, any == site.regulator ? site.tap : any)
      mark(any == site.regulator ? site.tap : any)
    case .multipartLine:
      let parts = [
        CoordinateSequence([place(0, 40), place(10, 40)]),
        CoordinateSequence([place(20, 40), place(30, 40 + share)]),
      ]
      let geometry = try MultiLineString(parts: parts)
      network.change(line) { $0.geometry = .multiLineString(geometry) }
      mark(line)
    case .selfIntersectingLine:
      let loop = [place(8, 0), place(8, 5 * share), place(5, 5 * share), place(5, -5)]
      let down = [place(20, -7), place(15, -7), place(15, -3), place(25, -3)]
      edit(line) { $0.insert(contentsOf: isFirst ? loop : down, at: 1) }
      mark(line)
    case .repeatedVertex:
      let count = isFirst ? 4 : 3
      let vertex = Int.random(in: 0..<count, using: &generator)
      edit(line) { $0.insert($0[vertex], at: vertex) }
      mark(line)
    case .stackedPoints:
      let type = [Self.joint, Self.tap, Self.meter].randomElement(using: &generator) ?? Self.joint
      mark(
        network.add(
          type,
          .point(
            Point(
              [place(20, 0), place(30, -10), place(50, 10)].randomElement(using: &generator)
                ?? place(20, 0)
            )
          )
        )
      )
    case .missingAssociatedFeature:
      let gone = network.newID()
      network.associations.append(
        Association(
          globalID: network.newID(),
          kind: .containment,
          from: .init(sourceID: 8, globalID: isFirst ? site.box : gone),
          to: .init(sourceID: isFirst ? 5 : network.source(any), globalID: isFirst ? gone : any)
        )
      )
      mark(isFirst ? site.box : any)
    case .invalidAttributeValue:
      network.set(
        any,
        "STATUS",
        [.null, .integer(3), .integer(-1), .integer(4)].randomElement(using: &generator) ?? .null
      )
      mark(any)
    case .inconsistentAssetType: return
    // What cannot be read is no part of a network.
    case .unreadableGeometry, .wrongGeometryType, .missingGlobalID, .repeatedGlobalID,
      .associatedFeatureSetAside, .brokenRule, .unreadableRow:
      return
    case .invalidTerminal:
      if isFirst {
        network.set(site.main, "TODEVICETERMINAL", .integer(9))
        mark(site.main)
      } else {
        network.associations.removeAll {
          $0.kind == .connectivity && $0.from.globalID == site.regulator
        }
        network.associate(.connectivity, site.regulator, site.meter, terminals: (5, nil))
        mark(site.regulator)
      }
    case .tapAtSeveralLines:
      if isFirst {
        network.add(Self.service, Self.line([place(20, 0), place(15, -20 * share)]))
      } else {
        network.add(Self.main, Self.line([place(15, 20 * share), place(20, 0), place(10, -30)]))
      }
      mark(site.tap)
    case .multiTerminalMidspan: mark(network.add(Self.regulator, .point(Point(place(30, 10)))))
    }
  }

  private mutating func mark(_ id: GlobalID) { network.planted.append(id) }

  private mutating func edit(_ id: GlobalID, _ body: (inout [Coordinate]) -> Void) {
    network.change(id) { feature in
      var places = feature.geometry.map { Array($0.coordinates) } ?? []
      body(&places)
      feature.geometry = Self.line(places)
    }
  }

  private static func line(_ places: [Coordinate]) -> Geometry {
    guard let line = try? LineString(CoordinateSequence(places)) else {
      preconditionFailure("A line has at least two places")
    }
    return .lineString(line)
  }
}
