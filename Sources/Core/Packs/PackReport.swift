/// How far a pack is, and how it ended.
public struct PackReport: Equatable, Sendable {
    /// What it is doing.
    public enum Phase: String, Hashable, Sendable, Codable, CaseIterable {
        /// The pages of the feed.
        case posts
        /// The threads.
        case comments
        /// The small pictures.
        case thumbnails
        /// Pictures and videos.
        case media
        /// Nothing any more.
        case ended
    }

    /// Why a pack ended before everything was there.
    public enum Stop: String, Hashable, Sendable, Codable, CaseIterable {
        /// The bytes that it may have are used up.
        case bytes
        /// Its time is over.
        case time
        /// It waits for a network, or for one that costs nothing; it goes on by itself.
        case network
        /// Files wait, as the setting `downloadPolicy` is `never`; texts and threads are there. When the setting has
        /// changed, it goes on by itself in an app that `AppServices` tends, else with the next who resumes packs.
        case policy
        /// The person paused it, or the process ended; it goes on when it is asked for again.
        case paused
        /// Something failed; ``PackReport/error`` says what.
        case failure
    }

    /// The pack.
    public var request: PackRequest
    /// What it is doing.
    public var phase: Phase
    /// How many of its posts are stored.
    public var posts: Int
    /// How many comments are stored for them.
    public var comments: Int
    /// How many files are kept for them, thumbnails included.
    public var media: Int
    /// What it has on the disk: texts, threads and files, a shared file once.
    public var bytes: Int
    /// How many items of the phase are there, and how many it is about; `nil` where that is not known yet.
    public var step: Step?
    /// What could not be had and is passed over: gone from its server, or too large.
    ///
    /// The pack is complete without.
    public var missing: Int
    /// The threads of which something is left out: by a road that knows less, or behind placeholders that its server
    /// did not fill in this run.
    public var partialThreads: [PartialThread] = []
    /// Why it ended before everything was there; `nil` while it runs, and when nothing more can be had now.
    public var stop: Stop?
    /// What failed; beside a pack that is complete, why its feed could not be asked for what is new; beside
    /// ``Stop/policy`` the sentence that says so, with the code `downloadsOff`.
    public var error: DataError?

    /// A thread of which something is left out.
    public struct PartialThread: Hashable, Sendable {
        /// Whose comments.
        public var post: Post.ID
        /// In how many places comments are missing; 0 where the road that brought the thread does not tell.
        public var placeholders: Int

        /// Creates a description.
        ///
        /// - Parameters:
        ///   - post: Whose comments.
        ///   - placeholders: In how many places comments are missing.
        public init(post: Post.ID, placeholders: Int) {
            self.post = post
            self.placeholders = placeholders
        }
    }

    /// How many of how many.
    public struct Step: Hashable, Sendable {
        /// How many are there.
        public var done: Int
        /// How many it is about.
        public var total: Int

        /// Creates a step.
        ///
        /// - Parameters:
        ///   - done: How many are there.
        ///   - total: How many it is about.
        public init(done: Int, total: Int) {
            self.done = done
            self.total = total
        }
    }

    /// Creates a report of a pack that has just begun.
    ///
    /// - Parameter request: The pack.
    public init(request: PackRequest) {
        self.request = request
        phase = .posts
        posts = 0
        comments = 0
        media = 0
        bytes = 0
        missing = 0
    }

    /// Whether everything is there that can be had, each thread whole.
    public var isComplete: Bool { isFinished && partialThreads.isEmpty }

    /// Whether it came to its end, with nothing to go on with; threads may be partial all the same.
    public var isFinished: Bool { phase == .ended && stop == nil }
}
