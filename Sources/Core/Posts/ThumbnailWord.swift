extension Post {
    /// A word that a server sends in the place of a thumbnail: why there is none.
    ///
    /// Words are open: those of Reddit have names here, and another one is kept as it came.
    public struct ThumbnailWord: RawRepresentable, Hashable, Sendable, Codable {
        /// The server's word.
        public let rawValue: String

        /// Creates a word.
        ///
        /// - Parameter rawValue: The server's word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The post is a text.
        public static let text = ThumbnailWord(rawValue: "self")
        /// The link has no picture.
        public static let standard = ThumbnailWord(rawValue: "default")
        /// The picture is not safe for work.
        public static let nsfw = ThumbnailWord(rawValue: "nsfw")
        /// The picture may give something away.
        public static let spoiler = ThumbnailWord(rawValue: "spoiler")
        /// The post is a picture of which no small one was made.
        public static let image = ThumbnailWord(rawValue: "image")
    }
}
