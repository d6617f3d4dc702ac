/// The memory of a packed tree: its nodes, its leaves and its exceptions.
// Nothing writes to it after this is created: the proof of `@unchecked Sendable`.
@safe
final class TreeMemory: @unchecked Sendable {
  private let coarse: UnsafeRawPointer
  private let fine: UnsafeRawPointer
  private let leaves: UnsafeRawPointer
  private let exceptions: ExceptionList
  /// The owner that frees the memory; nil when this does.
  private let owner: (any AnyObject & Sendable)?

  /// Takes ownership of memory, or borrows it from an owner that keeps it alive.
  init(
    coarse: UnsafeRawPointer,
    fine: UnsafeRawPointer,
    leaves: UnsafeRawPointer,
    exceptions: ExceptionList,
    keptBy owner: (any AnyObject & Sendable)? = nil
  ) {
    unsafe self.coarse = unsafe coarse
    unsafe self.fine = unsafe fine
    unsafe self.leaves = unsafe leaves
    self.exceptions = exceptions
    self.owner = owner
  }

  deinit {
    guard owner == nil else { return }
    // Owned since init; views never outlive the tree that holds this.
    unsafe coarse.deallocate()
    unsafe fine.deallocate()
    unsafe leaves.deallocate()
    exceptions.deallocate()
  }

  /// The first bytes of coarse nodes, fine nodes, leaves, slots of exceptions, and exceptions.
  var starts: [UnsafeRawPointer] {
    unsafe [coarse, fine, leaves] + exceptions.starts
  }

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
