/// The failure that a write survives once it has returned.
public enum Durability: Sendable, Hashable {
    /// The end of the process, at any instruction: the bytes were handed to the system.
    case buffered
    /// Power loss as well: the bytes are on the disk.
    case synced
}
