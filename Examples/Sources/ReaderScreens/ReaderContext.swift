package import AppScreens
package import Core
package import PostFeatures
package import ScreenKit
package import TerminalPictures

/// The things that all screens of the reader share, and the site whose posts it reads.
@MainActor
package struct ReaderContext: ScreenContext {
    let profile: SiteProfile
    package let format: PostFormat
    package let keys: KeyTable<ReaderAction>
    package let time: any TimeProvider
    package let queue: EventQueue
    package let isOffline: Bool
    package let isPlain: Bool
    /// Whether another program has the store open for writing, so that this one leaves marks and texts to it.
    package var isBeside = false
    /// The way in which pictures are drawn; nil for words.
    let pictures: PictureDisplay?
    package let relay = ScreenRelay<ReaderAction>()
    /// The texts that are on their way, the last of which can be taken back.
    let sent = SentText()
    /// The order in which the sources are listed, until the reader ends.
    let sourceOrder = ObservableValue(SourceOrder.own)
    /// Whether posts were drawn.
    package var hasDrawnPosts: Bool { relay.hasContent }

    /// Creates what screens share; resolves `TimeProvider` where it is registered.
    ///
    /// - Parameters:
    ///   - profile: The site whose posts are read.
    ///   - format: The language.
    ///   - keys: The keys.
    ///   - queue: Where changes are told.
    ///   - isOffline: Whether the network is off for this run.
    ///   - isPlain: Whether the screens are told in lines; false by default.
    ///   - pictures: The way in which pictures are drawn; nil, the default, for words.
    package init(
        profile: SiteProfile, format: PostFormat, keys: KeyTable<ReaderAction>, queue: EventQueue, isOffline: Bool,
        isPlain: Bool = false, pictures: PictureDisplay? = nil
    ) {
        self.profile = profile
        self.format = format
        self.keys = keys
        self.queue = queue
        self.isOffline = isOffline
        self.isPlain = isPlain
        self.pictures = pictures
        time = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    }

    package func end() { sent.forget() }

    /// Does what a key means for the marks of a post in a list.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - id: The post.
    ///   - list: The list.
    /// - Returns: The task that does it; nil for an action of another kind.
    @discardableResult
    func perform(_ action: ReaderAction, on id: Post.ID, in list: some PostActions) -> Task<Void, Never>? {
        let work: @MainActor () async -> Void
        switch action {
        case .markRead: work = { await list.toggleRead(id) }
        case .save: work = { await list.toggleSaved(id) }
        case .favourite: work = { await list.toggleFavourite(id) }
        case .upvote: work = { await list.toggleVote(.up, for: id) }
        case .downvote: work = { await list.toggleVote(.down, for: id) }
        case .dismiss: work = { await list.dismiss(id) }
        case .hide: work = { await list.hide(id) }
        default: return nil
        }
        return act(changing: { list.item(id)?.status }, work)
    }

    /// Says what was taken back, or that there was nothing.
    ///
    /// - Parameters:
    ///   - act: What was taken back; nil for nothing.
    ///   - banner: The failure that is shown; one of an action says why nothing was taken back.
    func tell(_ act: UndoneAct?, banner: Banner?) {
        if let act {
            sent.countUndone()
            relay.say(format.text(of: act))
        } else if banner?.cause != .action {
            relay.say(text(.nothingToUndo))
        }
    }
}
