/// What the next request would go by: which kind of network, and what the person pays for it.
public struct NetworkPath: Hashable, Sendable {
    /// A kind of network.
    public enum Interface: String, Hashable, Sendable, Codable, CaseIterable {
        /// There is none.
        case none
        /// Wireless, at home or elsewhere.
        case wifi
        /// A mobile network.
        case cellular
        /// A cable.
        case ethernet
        /// There may be one: the system does not say which, as on a server or in a terminal.
        case unknown
    }

    /// Which kind.
    public var interface: Interface
    /// Whether the person pays by the byte, as for a mobile network or a hotspot.
    public var isExpensive: Bool
    /// Whether the person asked for little to be sent: "low data mode".
    public var isConstrained: Bool

    /// Creates a path.
    ///
    /// - Parameters:
    ///   - interface: Which kind of network.
    ///   - isExpensive: Whether the person pays by the byte; by default for a mobile network alone.
    ///   - isConstrained: Whether the person asked for little to be sent; false by default.
    public init(_ interface: Interface, isExpensive: Bool? = nil, isConstrained: Bool = false) {
        self.interface = interface
        self.isExpensive = isExpensive ?? (interface == .cellular)
        self.isConstrained = isConstrained
    }

    /// Whether it costs nothing to send much: neither expensive nor constrained, and not a mobile network.
    ///
    /// A network of which nothing is known counts as free, so that a server need not be told that it is one.
    public var isFree: Bool {
        switch interface {
        case .none, .cellular: false
        case .wifi, .ethernet, .unknown: !isExpensive && !isConstrained
        }
    }
}

extension DownloadPolicy {
    /// Whether media may be fetched without being asked for.
    ///
    /// - Parameter path: What the request would go by.
    /// - Returns: For ``wifi``, true on a path that ``NetworkPath/isFree``; for ``always``, on any network unless the
    ///   person asked for little to be sent.
    public func allows(_ path: NetworkPath) -> Bool {
        switch self {
        case .never: false
        case .wifi: path.isFree
        case .always: path.interface != .none && !path.isConstrained
        }
    }
}
