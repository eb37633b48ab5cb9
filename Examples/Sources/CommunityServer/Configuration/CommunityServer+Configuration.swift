extension CommunityServer {
    /// The address and the rules of a community's server.
    public struct Configuration: Sendable, Hashable {
        /// The port on 127.0.0.1; 0, the default, takes a free one.
        public var port: UInt16
        /// The key that every request names as `SesacKey`; ``CommunityServer/demoKey`` by default.
        public var key: String
        /// The time for which an access token is valid; five minutes by default.
        ///
        /// Refresh tokens have no end of their own.
        public var accessLifetime = Duration.seconds(300)
        /// The number of calls that are answered in a window; nil, the default, for all.
        public var rateLimit: RateLimit?
        /// Whether a room's messages begin with those of the very time of `cursor_date`; only later ones by default.
        public var includesCursor = false
        /// The number of posts of a page where `limit` is not given; 10 by default.
        public var pageSize = 10
        /// The greatest number of posts of a page, whatever `limit` says; 100 by default.
        public var greatestPageSize = 100
        /// The greatest number of bytes of a picture; 5 MiB by default.
        public var greatestPicture = 5 * 1_048_576
        /// Whether there are people, posts and messages from the start; true by default.
        public var hasDemoContent = true
        /// Whether requests below `/community/` may order faults, end tokens, say things, and ask for what is there.
        ///
        /// False by default: a program that holds the server does that itself.
        public var allowsControl = false
        /// The rules of the socket.
        public var socket = SocketRules()

        /// A configuration; without arguments, a server on a free port with the demo's key.
        public init(port: UInt16 = 0, key: String = CommunityServer.demoKey) {
            self.port = port
            self.key = key
        }
    }

    /// The number of calls that are answered in a window of time, one for all clients; one more is answered with 429.
    public struct RateLimit: Sendable, Hashable {
        /// The number of calls.
        public var calls: Int
        /// The length of a window, which begins with the first call after the one before has ended.
        public var window: Duration

        /// A limit.
        public init(calls: Int, window: Duration) {
            self.calls = calls
            self.window = window
        }
    }

    /// Somebody who is there from the start; the password of all is `lantern`.
    public struct DemoPerson: Sendable, Hashable {
        /// `ann`, who writes about everything.
        public static let ann = DemoPerson("ann")
        /// `ben`, who takes donations and has a room with ann.
        public static let ben = DemoPerson("ben")
        /// `cleo`, who reads more than she writes.
        public static let cleo = DemoPerson("cleo")
        /// All of them, the first of whom a program signs in by itself.
        public static let all = [ann, ben, cleo]

        /// The nick at the start.
        public let nick: String
        /// The address for logging in.
        public var email: String { "\(nick)@lantern.example" }
        /// The password.
        public var password: String { "lantern" }
        /// The id.
        public var id: String { "6c616e74ffffffff0000000\(Self.all.firstIndex(of: self) ?? 9)" }
        /// An access token that the server knows and whose time has always been over, to be refreshed.
        public var accessToken: String { "lantern-community-access-\(nick)" }
        /// A refresh token that is valid from the start.
        public var refreshToken: String { "lantern-community-refresh-\(nick)" }

        private init(_ nick: String) {
            self.nick = nick
        }
    }

    /// The key of a server that is given none.
    public static let demoKey = "lantern-community-key"
}
