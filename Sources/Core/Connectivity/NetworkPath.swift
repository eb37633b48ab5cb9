/// The network that the next request would use: its kind and its cost.
public struct NetworkPath: Hashable, Sendable {
    /// A kind of network.
    public enum Interface: String, Hashable, Sendable, Codable, CaseIterable {
        /// There is no network.
        case none
        /// A wireless network.
        case wifi
        /// A mobile network.
        case cellular
        /// A wired network.
        case ethernet
        /// The system does not tell, as on a server or in a terminal.
        case unknown
    }

    /// The kind of network.
    public var interface: Interface
    /// Whether the person pays by the byte, as for a mobile network or a hotspot.
    public var isExpensive: Bool
    /// Whether the person turned on low data mode.
    public var isConstrained: Bool

    /// Creates a path.
    ///
    /// - Parameters:
    ///   - interface: The kind of network.
    ///   - isExpensive: Whether the person pays by the byte; by default for a mobile network alone.
    ///   - isConstrained: Whether the person turned on low data mode; false by default.
    public init(_ interface: Interface, isExpensive: Bool? = nil, isConstrained: Bool = false) {
        self.interface = interface
        self.isExpensive = isExpensive ?? (interface == .cellular)
        self.isConstrained = isConstrained
    }

    /// Whether large downloads are known to cost nothing: neither expensive nor constrained, and not a mobile network.
    ///
    /// An unknown network is not free: it may be metered.
    package var isFree: Bool {
        switch interface {
        case .none, .cellular, .unknown: false
        case .wifi, .ethernet: !isCostly
        }
    }

    /// Whether traffic is to be kept low: the network is metered, or in low data mode.
    ///
    /// An unknown network is not costly either, unless ``isExpensive`` or ``isConstrained`` is set.
    package var isCostly: Bool { isExpensive || isConstrained }
}

extension DownloadPolicy {
    /// Tells whether media may be downloaded without a person's request.
    ///
    /// Media that a person asks for are downloaded on any network, unless the policy is ``never``.
    ///
    /// - Parameter path: The network that the download would use.
    /// - Returns: For ``never``, false; for ``wifi``, whether the path is free, which an unknown network is not; for
    ///   ``always``, true on any network that is not in low data mode.
    package func allows(_ path: NetworkPath) -> Bool {
        switch self {
        case .never: false
        case .wifi: path.isFree
        case .always: path.interface != .none && !path.isConstrained
        }
    }
}
