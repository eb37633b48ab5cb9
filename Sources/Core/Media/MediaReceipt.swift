/// What became of files that were to be kept.
public struct MediaReceipt: Hashable, Sendable {
    /// A file that is not there, and why.
    public struct Missing: Hashable, Sendable {
        /// Whose file.
        public var post: Post.ID
        /// Where it lies.
        public var link: ResourceLink
        /// What the post has it for.
        public var role: MediaRole
        /// Why it is not there.
        public var reason: Reason

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - link: Where it lies.
        ///   - post: Whose file.
        ///   - role: What the post has it for.
        ///   - reason: Why it is not there.
        public init(_ link: ResourceLink, of post: Post.ID, as role: MediaRole, reason: Reason) {
            self.post = post
            self.link = link
            self.role = role
            self.reason = reason
        }
    }

    /// Why a file is not there.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// Its server has it no more.
        case gone
        /// It is larger than what was allowed.
        case tooLarge
        /// Its server does not give it to us, or it must not be asked for; the next time may be another.
        case refused
        /// What came was not what was promised, or was cut on its way; the next time may be another.
        case broken
        /// It waits for a network that may be used for it.
        case waiting
    }

    /// What has come onto the device: files that nobody held before.
    public var added: FileUsage
    /// What the posts hold now of what they have, a file that two of them share counted for each.
    public var held: FileUsage
    /// What is not there, in the order of the posts.
    public var missing: [Missing]

    /// Creates a receipt.
    ///
    /// - Parameters:
    ///   - added: What has come onto the device.
    ///   - held: What the posts hold now.
    ///   - missing: What is not there.
    public init(added: FileUsage = FileUsage(), held: FileUsage = FileUsage(), missing: [Missing] = []) {
        self.added = added
        self.held = held
        self.missing = missing
    }

    /// Adds two receipts.
    ///
    /// - Parameters:
    ///   - left: One.
    ///   - right: The other one.
    /// - Returns: Both together.
    public static func + (left: MediaReceipt, right: MediaReceipt) -> MediaReceipt {
        MediaReceipt(
            added: left.added + right.added, held: left.held + right.held, missing: left.missing + right.missing)
    }
}
