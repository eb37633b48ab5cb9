extension NetworkRequestProvider {
    /// The limits and habits of a ``NetworkRequestProvider``.
    public struct Configuration: Sendable, Hashable {
        /// The time for a whole request, retries and pauses included; 20 seconds by default.
        ///
        /// For what nobody waits for (`prefetch`, `background`) it is the time of each try, from when it is sent.
        /// `NetworkRequest.timeout` overrides it, and then holds for everything.
        public var timeout: Duration
        /// The largest body that is accepted, in bytes after decompression; 16 MB (16 777 216) by default.
        ///
        /// `NetworkRequest.maximumBytes` overrides it.
        public var maximumBytes: Int
        /// When a failed request is sent again.
        public var retry: RetryPolicy
        /// What every request calls itself, unless it brings a `User-Agent` of its own.
        ///
        /// Name your app here: servers throttle what they cannot tell apart. Visible ASCII and spaces only; a request with
        /// anything else is refused.
        public var userAgent: String

        /// Creates a configuration; every part has a default that suits an app.
        ///
        /// - Parameters:
        ///   - timeout: The time for a whole request, retries and pauses included.
        ///   - maximumBytes: The largest body that is accepted, in bytes.
        ///   - retry: When a failed request is sent again.
        ///   - userAgent: What every request calls itself.
        public init(
            timeout: Duration = .seconds(20), maximumBytes: Int = 16 << 20, retry: RetryPolicy = RetryPolicy(),
            userAgent: String = Self.defaultUserAgent
        ) {
            self.timeout = timeout
            self.maximumBytes = maximumBytes
            self.retry = retry
            self.userAgent = userAgent
        }

        /// What a request calls itself in an app that gives no name: `PLATFORM:lantern:VERSION (offline-first reader)`.
        public static let defaultUserAgent = "\(platform):lantern:0.1.0 (offline-first reader)"

        private static let platform: String = {
            #if os(macOS)
                "macos"
            #elseif os(iOS)
                "ios"
            #elseif os(tvOS)
                "tvos"
            #elseif os(watchOS)
                "watchos"
            #elseif os(visionOS)
                "visionos"
            #elseif os(Linux)
                "linux"
            #else
                "swift"
            #endif
        }()
    }
}
