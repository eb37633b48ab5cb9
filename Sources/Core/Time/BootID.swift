/// The id of the start of the machine in which this process runs: what the clocks of ``OutboxTime`` are counted in.
///
/// One for the whole process: the outbox and whoever reads have the same one. An app registers it; where the system has
/// none, it makes one up at its launch.
package struct BootID: Hashable, Sendable {
    /// The id as text.
    package let rawValue: String

    /// Creates an id.
    ///
    /// - Parameter rawValue: The id as text.
    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The id where none was registered: another one than the outbox's, so that a settle time is over once the process
    /// has run that long.
    package static let unknown = BootID("")
}

extension TimeProvider {
    /// The moment of now.
    ///
    /// - Parameter boot: The boot that the uptime is counted in.
    /// - Returns: The date, and the time since that boot.
    package func moment(in boot: BootID) -> OutboxTime {
        OutboxTime(date: now, boot: boot.rawValue, uptime: uptime / .seconds(1))
    }
}

extension Dependency {
    /// The registered id of the boot.
    package static var boot: BootID { resolve(BootID.self, default: .unknown) }
}
