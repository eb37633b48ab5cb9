extension CommunityServer {
    /// The rules of the socket at `/socket.io/`: its times, its limits, and who may join a room.
    public struct SocketRules: Sendable, Hashable {
        /// The time from one ping to the next, counted from the client's answer; 25 seconds by default.
        public var pingInterval = Duration.seconds(25)
        /// The time that a client has to answer a ping, before its session ends; 20 seconds by default.
        public var pingTimeout = Duration.seconds(20)
        /// The time from the handshake within which a namespace is to be joined, before the session ends; 45 seconds by
        /// default.
        public var joinLimit = Duration.seconds(45)
        /// The greatest number of bytes of a POST, and of an answer with more than one packet; 1,000,000 by default.
        public var maxPayload = 1_000_000
        /// Whether only one of the two in a room may join its namespace; false by default, as the service's client sends no
        /// token.
        ///
        /// The access token then comes as `{"token": "…"}` with the packet that joins, or as `Authorization` with the
        /// handshake. It is looked at when a namespace is joined, not later.
        public var wantsToken = false

        /// The rules that the service's client is made for.
        public init() {}
    }
}
