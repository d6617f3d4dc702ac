internal import GeoSnap

extension RowCells {
  /// The envelope of the vertices of a geometry blob; nil when it is empty or malformed.
  func envelope(inBlob column: Int, srsID: Int64) -> Envelope? {
    let blob = unsafe self.bytes(column)
    if let envelope = unsafe PlainGeometryBlob.envelope(blob, srsID: srsID) { return envelope }
    return
      unsafe (try? GeometryBlob.straightened(
        blob.bindMemory(to: UInt8.self).span,
        srsID: srsID,
        srid: nil
      ))?.geometry.envelope
  }
}
