/// The result of keeping media files: what was added, and what is missing for which reason.
public struct MediaReceipt: Hashable, Sendable {
    /// A file that could not be kept.
    public struct Missing: Hashable, Sendable {
        /// The file's post.
        public var post: Post.ID
        /// The file's link.
        public var link: ResourceLink
        /// The role of the file in the post.
        public var role: MediaRole
        /// The reason that it is missing.
        public var reason: Reason

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - link: The file's link.
        ///   - post: The file's post.
        ///   - role: The role of the file in the post.
        ///   - reason: The reason that it is missing.
        public init(_ link: ResourceLink, of post: Post.ID, as role: MediaRole, reason: Reason) {
            self.post = post
            self.link = link
            self.role = role
            self.reason = reason
        }
    }

    /// The reason that a file is missing.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// Its server no longer has it.
        case gone
        /// It is larger than allowed.
        case tooLarge
        /// Its server refuses it, or it must not be requested; it may be available later.
        case refused
        /// The answer was malformed or incomplete; it may be complete the next time.
        case broken
        /// It waits for a network that may be used for downloads.
        case waiting
    }

    /// The files that are new on this device.
    public var added: FileUsage
    /// The files that the posts hold now; a file that two posts share counts twice.
    public var held: FileUsage
    /// The files that are missing, in the order of the posts.
    public var missing: [Missing]

    /// Creates a receipt.
    ///
    /// - Parameters:
    ///   - added: The files that are new on this device.
    ///   - held: The files that the posts hold now.
    ///   - missing: The files that are missing.
    public init(added: FileUsage = FileUsage(), held: FileUsage = FileUsage(), missing: [Missing] = []) {
        self.added = added
        self.held = held
        self.missing = missing
    }

    package static func + (left: MediaReceipt, right: MediaReceipt) -> MediaReceipt {
        MediaReceipt(
            added: left.added + right.added, held: left.held + right.held, missing: left.missing + right.missing)
    }
}
