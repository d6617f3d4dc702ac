import GeoSnap
import GeoSnapTool
import Testing

@Suite("Picture frame")
struct PictureFrameTests {
  @Test(
    "A network of one place, or of two that nearly coincide, has a picture wherever it lies",
    arguments: [0, -3, 4.2e5, 5.4e6, 1e9, 1e13, 1e30],
    [0, 1e-12, 0.5]
  )
  func smallNetworks(x: Double, apart: Double) throws {
    var network = MadeUpNetwork()
    network.add(point: x, 5, to: 1)
    network.add(point: x + apart, 5, to: 1)
    let index = try network.index()
    let shown = try PictureFrame().shown(around: nil, tolerance: nil, in: index.network.base)
    #expect(shown.contains(Coordinate(x: x, y: 5)))
    let figure = MapFigure(title: "", index: index, extent: shown)
    let drawing = figure.draw()
    #expect(drawing.counts.inView == 2)
    _ = try SVGReader(MapSheet(figure: figure).svg())
  }

  @Test("An extent goes before a size, a size before a tolerance")
  func order() throws {
    let network = try MadeUpNetwork.small().build()
    let place = Coordinate(x: 10, y: 10)
    let extent = Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1)
    #expect(
      try PictureFrame(extent: extent).shown(around: place, tolerance: 1, in: network) == extent
    )
    #expect(
      try PictureFrame(size: 4).shown(around: place, tolerance: 1, in: network)
        == Envelope(minX: 8, minY: 8, maxX: 12, maxY: 12)
    )
    #expect(
      try PictureFrame().shown(around: place, tolerance: 1, in: network)
        == Envelope(minX: 7, minY: 7, maxX: 13, maxY: 13)
    )
    #expect(throws: Failure.self) {
      try PictureFrame().shown(around: nil, tolerance: nil, in: MadeUpNetwork().build())
    }
  }
}
