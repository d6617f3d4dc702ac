/// The memory of a packed tree: its nodes, its leaves and its exceptions.
// Nothing writes to it once this exists: the proof of `@unchecked Sendable`.
@safe
final class TreeMemory: @unchecked Sendable {
  private let coarse: UnsafeRawPointer
  private let fine: UnsafeRawPointer
  private let leaves: UnsafeRawPointer
  private let exceptions: ExceptionList

  /// Takes over memory, which is freed with this.
  init(
    coarse: UnsafeRawPointer,
    fine: UnsafeRawPointer,
    leaves: UnsafeRawPointer,
    exceptions: ExceptionList
  ) {
    unsafe self.coarse = unsafe coarse
    unsafe self.fine = unsafe fine
    unsafe self.leaves = unsafe leaves
    self.exceptions = exceptions
  }

  deinit {
    // Taken over in init; views never outlive the tree that holds this.
    unsafe coarse.deallocate()
    unsafe fine.deallocate()
    unsafe leaves.deallocate()
    exceptions.deallocate()
  }

  /// The memory as a search reads it.
  func view(_ shape: TreeShape, _ frame: TreeFrame, leafStride: Int, segmentBits: UInt16)
    -> TreeView
  {
    unsafe TreeView(
      shape: shape,
      frame: frame,
      coarse: coarse,
      fine: fine,
      leaves: leaves,
      leafStride: leafStride,
      exceptions: exceptions,
      segmentBits: segmentBits
    )
  }
}
