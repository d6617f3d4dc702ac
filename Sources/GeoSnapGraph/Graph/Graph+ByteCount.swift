extension Graph {
  /// The bytes that the graph takes.
  public var byteCount: Int {
    starts.count * MemoryLayout<Int32>.stride + halves.count * MemoryLayout<HalfEdge>.stride
      + origins.count * MemoryLayout<Int32>.stride
  }
}
