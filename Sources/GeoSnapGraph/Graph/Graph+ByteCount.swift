extension Graph {
  /// The bytes of memory of the graph.
  public var byteCount: Int {
    starts.count * MemoryLayout<Int32>.stride + halves.count * MemoryLayout<HalfEdge>.stride
      + origins.count * MemoryLayout<Int32>.stride
  }
}
