/// What a person wrote to make a post, as the outbox and a draft keep it; its pictures are the files of either.
public struct NewPost: Codable, Hashable, Sendable {
    /// The text.
    public var text: String
    /// The category, `product_id`.
    public var category: String
    /// The width of the first picture divided by its height, as text with a decimal point.
    public var aspect: String

    /// Creates a post.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - category: The category.
    ///   - aspect: The ratio of the first picture (``PreparedPicture/aspect``).
    public init(text: String, category: String, aspect: String) {
        (self.text, self.category, self.aspect) = (text, category, aspect)
    }
}

/// A change of one's own post; what it does not name stays as the server has it when it is sent.
public struct PostEdit: Codable, Hashable, Sendable {
    /// A picture of the changed post.
    public enum Picture: Codable, Hashable, Sendable {
        /// One that the post has, by its path.
        case kept(String)
        /// The next one of the intent's files.
        case new
    }

    /// What the post was when somebody began to change it.
    public struct Base: Codable, Hashable, Sendable {
        /// The text.
        public var text: String
        /// The category.
        public var category: String
        /// The paths of the pictures.
        public var files: [String]

        /// Creates a base.
        ///
        /// - Parameter post: The post.
        public init(_ post: WirePost) { (text, category, files) = (post.text, post.category, post.files) }

        /// Creates a base of what is stored of a post.
        ///
        /// - Parameter post: The post.
        public init(_ post: CommunityPost) { (text, category, files) = (post.text, post.category, post.files) }
    }

    /// The new text; `nil` for the one that it has.
    public var text: String?
    /// The new category; `nil` for the one that it has.
    public var category: String?
    /// All pictures of the changed post, in their order; `nil` for those that it has.
    public var pictures: [Picture]?
    /// The ratio of the first picture, as text with a decimal point; `nil` where it is not known or not changed.
    public var aspect: String?
    /// What the post was; `nil` where it was not read before.
    public var base: Base?

    /// Creates a change; of nothing by default.
    ///
    /// - Parameters:
    ///   - text: The new text.
    ///   - category: The new category.
    ///   - pictures: All pictures of the changed post.
    ///   - aspect: The ratio of the first picture.
    ///   - base: What the post was.
    public init(
        text: String? = nil, category: String? = nil, pictures: [Picture]? = nil, aspect: String? = nil,
        base: Base? = nil
    ) {
        (self.text, self.category, self.pictures) = (text, category, pictures)
        (self.aspect, self.base) = (aspect, base)
    }

    /// Returns the whole post as the change makes it.
    ///
    /// - Parameters:
    ///   - post: The post as it was read just now.
    ///   - uploaded: The paths of the new pictures.
    /// - Returns: What is sent; `nil` where there are too few paths.
    func applied(to post: WirePost, uploaded: [String]) -> PostDraft? {
        var paths = uploaded[...]
        var files = post.files
        if let pictures {
            files = []
            for picture in pictures {
                switch picture {
                case .kept(let path): files.append(path)
                case .new:
                    guard let path = paths.popFirst() else { return nil }
                    files.append(path)
                }
            }
        }
        let isFirstKept = files.first == post.files.first
        let stored = post.aspect.map { RatioText.text($0) }
        let ratio = isFirstKept ? stored ?? aspect : aspect
        return PostDraft(
            text: text ?? post.text, category: category ?? post.category, title: post.title,
            aspect: files.isEmpty ? stored ?? "" : ratio ?? "1", files: files.isEmpty ? nil : files)
    }

    /// Whether a post is as the change makes it.
    func isMade(of post: WirePost, uploaded: [String]) -> Bool {
        guard let wanted = applied(to: post, uploaded: uploaded) else { return false }
        return wanted.text == post.text && wanted.category == post.category && wanted.files ?? [] == post.files
    }

    /// Whether a post is still what it was when somebody began to change it, as far as that is known.
    func isBase(of post: WirePost) -> Bool { base.map { $0 == Base(post) } ?? true }
}

extension RatioText {
    /// Returns a ratio as text.
    ///
    /// - Parameter ratio: The width divided by the height.
    /// - Returns: Digits with a decimal point and at most six behind it.
    static func text(_ ratio: Double) -> String {
        let height = 1_000_000
        let width = (ratio * Double(height)).rounded()
        guard width >= 1, width < 1e15 else { return "1" }
        return text(width: Int(width), height: height)
    }
}
