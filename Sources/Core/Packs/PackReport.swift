/// The progress of a pack, and its outcome once it has ended.
public struct PackReport: Equatable, Sendable {
    /// The step that a pack has reached.
    public enum Phase: String, Hashable, Sendable, Codable, CaseIterable {
        /// It fetches the pages of the feed.
        case posts
        /// It fetches the threads.
        case comments
        /// It downloads the thumbnails.
        case thumbnails
        /// It downloads pictures and videos.
        case media
        /// It has ended.
        case ended
    }

    /// The reason that a pack ended before everything was there.
    public enum Stop: String, Hashable, Sendable, Codable, CaseIterable {
        /// Its byte limit is reached.
        case bytes
        /// Its time limit is reached.
        case time
        /// It waits for a network, or for an unmetered one, and is resumed when there is one.
        case network
        /// Its files wait because the setting `downloadPolicy` is `never`; texts and threads are there.
        ///
        /// When the setting changes, `AppServices` resumes it; without that, the next ``PackProvider/resumePacks()``
        /// does.
        case policy
        /// The person paused it, or the process ended.
        case paused
        /// It failed with ``PackReport/error``.
        case failure
    }

    /// The pack's request.
    public var request: PackRequest
    /// The step that it has reached.
    public var phase: Phase
    /// The number of its posts that are stored.
    public var posts: Int
    /// The number of comments that are stored for them.
    public var comments: Int
    /// The number of files that are kept for them, thumbnails included.
    public var media: Int
    /// Its size on the disk in bytes: texts, threads and files, a shared file once.
    public var bytes: Int
    /// The progress within the phase; `nil` where it is not known yet.
    public var step: Step?
    /// The number of items that are skipped because their server no longer has them or they are too large.
    ///
    /// The pack is complete without them.
    public var missing: Int
    /// The threads with missing comments: their backend gives partial threads, or placeholders were not filled.
    public var partialThreads: [PartialThread] = []
    /// The reason that it ended early; `nil` while it runs, and when it is finished.
    public var stop: Stop?
    /// The error that ended it.
    ///
    /// Of a complete pack, the reason that its feed could not be fetched again; with ``Stop/policy``, an error with the
    /// code `downloadsOff`.
    public var error: DataError?

    /// A thread with missing comments.
    public struct PartialThread: Hashable, Sendable {
        /// The thread's post.
        public var post: Post.ID
        /// The number of places where comments are missing; 0 where the backend does not tell.
        public var placeholders: Int

        /// Creates a description.
        ///
        /// - Parameters:
        ///   - post: The thread's post.
        ///   - placeholders: The number of places where comments are missing.
        public init(post: Post.ID, placeholders: Int) {
            self.post = post
            self.placeholders = placeholders
        }
    }

    /// The progress within a phase: items done, and in total.
    public struct Step: Hashable, Sendable {
        /// The number of items that are done.
        public var done: Int
        /// The number of all items.
        public var total: Int

        /// Creates a step.
        ///
        /// - Parameters:
        ///   - done: The number of items that are done.
        ///   - total: The number of all items.
        public init(done: Int, total: Int) {
            self.done = done
            self.total = total
        }
    }

    /// Creates a report of a pack that has just begun.
    ///
    /// - Parameter request: The pack's request.
    public init(request: PackRequest) {
        self.request = request
        phase = .posts
        posts = 0
        comments = 0
        media = 0
        bytes = 0
        missing = 0
    }

    /// Whether everything that its server has is stored, with every thread complete.
    public var isComplete: Bool { isFinished && partialThreads.isEmpty }

    /// Whether it ended with nothing left to resume; threads may still be partial.
    public var isFinished: Bool { phase == .ended && stop == nil }
}
