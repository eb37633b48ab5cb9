public import Foundation

extension DemoServer {
    /// The content, address and faults of a demonstration server.
    public struct Configuration: Sendable, Hashable {
        /// The port on 127.0.0.1; 0, the default, takes a free one.
        public var port: UInt16
        /// The seed that all content is generated from: the same seed gives the same site.
        public var seed: UInt64
        /// The date the site's "now" is, in whole seconds; posts are so and so much older.
        ///
        /// Default: the current hour.
        public var referenceDate: Date
        /// The clients, accounts and lifetimes of tokens.
        public var authorization = Authorization()
        /// The rate limit; nil, the default, for none, and then without the headers that tell of one.
        public var rateLimit: RateLimit?
        /// Whether every dialect sends `ETag` and `Last-Modified` and answers conditional requests with 304.
        ///
        /// False by default, because Reddit's JSON has none: then only feeds and pictures do.
        public var sendsValidators = false
        /// The number of comments of one post, a text of r/askdemo that ``DemoServer/largeThreadPostID`` names; nil,
        /// the default, for as many as it was generated with.
        ///
        /// Up to 40 million; 5,000 are a thread as large as readers meet. Made anew for each answer, so it takes
        /// longer.
        public var largeThread: Int?
        /// How far lists and threads are behind what people write, up to a minute; zero, the default, for not at all.
        ///
        /// A thing that is asked for by its id, and an account's own page, are never behind.
        public var staleness = Duration.zero
        /// Whether requests themselves may order faults, through `/demo/faults`, a header or a query item, and ask for
        /// what is there through `/demo/state`.
        ///
        /// False by default: a program that holds the server orders them with
        /// ``DemoServer/setFault(_:forPath:dialect:only:times:)``.
        public var allowsControl = false

        /// A configuration; without arguments, the demo site of this hour on a free port.
        public init(port: UInt16 = 0, seed: UInt64 = 1, referenceDate: Date? = nil) {
            self.port = port
            self.seed = seed
            self.referenceDate = referenceDate ?? Self.currentHour
        }

        /// ``referenceDate`` in Unix seconds.
        var referenceTime: Int { Int(referenceDate.timeIntervalSince1970.rounded(.down)) }

        private static var currentHour: Date {
            Date(timeIntervalSince1970: (Date.now.timeIntervalSince1970 / 3_600).rounded(.down) * 3_600)
        }
    }
}
