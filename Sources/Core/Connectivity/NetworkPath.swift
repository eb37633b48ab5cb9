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

    /// Whether it is known to cost nothing to send much: neither expensive nor constrained, and not a mobile network.
    ///
    /// A network of which nothing is known is not free: somebody may pay for it by the byte.
    public var isFree: Bool {
        switch interface {
        case .none, .cellular, .unknown: false
        case .wifi, .ethernet: !isCostly
        }
    }

    /// Whether little is to be sent: the person pays by the byte, or asked for it.
    ///
    /// A network of which nothing is known is not costly either, unless somebody says so.
    public var isCostly: Bool { isExpensive || isConstrained }
}

extension DownloadPolicy {
    /// Whether media may be fetched that nobody asked for.
    ///
    /// What a person asks for goes whatever the path, unless the policy is ``never``.
    ///
    /// - Parameter path: What the request would go by.
    /// - Returns: For ``never``, false; for ``wifi``, true on a path that ``NetworkPath/isFree``, and so not on one of
    ///   which nothing is known; for ``always``, true on any network unless the person asked for little to be sent.
    public func allows(_ path: NetworkPath) -> Bool {
        switch self {
        case .never: false
        case .wifi: path.isFree
        case .always: path.interface != .none && !path.isConstrained
        }
    }
}
