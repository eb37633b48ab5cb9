public import Core
public import PostFeatures

extension PostEditorViewModel {
    /// A picture of the post.
    public enum Picture: Hashable, Sendable {
        /// One that the post has on the server, by its path (`CommunityConfiguration.link(to:)`).
        case stored(String)
        /// A new one; `UploadProvider.data(of:)` has its bytes.
        case new(UploadFile)
    }

    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The categories that can be chosen.
        public internal(set) var categories: [CommunityCategory] = []
        /// The category that is chosen.
        public internal(set) var category = ""
        /// The pictures, in their order.
        public internal(set) var pictures: [Picture] = []
        /// The field of the text, which refuses what is not allowed.
        public internal(set) var text = TextEntry(CommunityPublishing.rule)
        /// Whether the post is one that the person changes.
        public internal(set) var isEdit = false
        /// Whether something of the post was changed; true for a new one.
        public internal(set) var isChanged = true
        /// The number of pictures that are being prepared and copied.
        public internal(set) var preparingCount = 0
        /// Whether the post is being queued.
        public internal(set) var isBusy = false
        /// The item of the outbox, once the post is queued; the screen can go then.
        public internal(set) var item: OutboxItem.ID?
        /// How much of the pictures was uploaded; `nil` before the post is queued, and once it is sent.
        public internal(set) var progress: UploadProgress?
        /// The error of the last action, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state of an empty screen.
        public init() {}

        /// The number of pictures that can be added.
        public var remainingPictureCount: Int {
            max(0, PictureRule.maximumCount - pictures.count - preparingCount)
        }

        /// Whether the post can be saved: a text, a picture and a category are there, and something was changed.
        public var canSave: Bool {
            text.isValid && !pictures.isEmpty && categories.contains { $0.id == category } && isChanged
                && preparingCount == 0 && !isBusy && item == nil
        }
    }
}
