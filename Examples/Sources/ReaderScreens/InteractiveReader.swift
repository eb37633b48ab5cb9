import AppScreens
package import Core
package import PostFeatures
package import ScreenKit

/// The interactive reader: a feed, with posts and other screens above it, which comes back where it ended.
@MainActor
package final class InteractiveReader {
    private let context: ReaderContext
    private let places: ReadingPlaceViewModel

    /// Creates the reader, and starts nothing.
    ///
    /// - Parameter context: What all screens share.
    package init(_ context: ReaderContext) {
        self.context = context
        places = ReadingPlaceViewModel(site: context.profile.site)
    }

    /// Shows the reader until somebody or something ends it.
    ///
    /// - Parameters:
    ///   - source: The feed to begin with; nil for where the last run ended.
    ///   - order: Its order; nil for the one that was chosen last.
    ///   - loop: Makes the loop that shows the screens.
    /// - Returns: The reason for the end.
    /// - Throws: The terminal's error.
    package func run(
        beginningWith source: FeedSource?, order: FeedChoice? = nil,
        in loop: LoopMaker
    ) async throws -> ScreenEnd {
        let place = await places.load()
        let stored = place.flatMap { FeedSource($0.source) }
        let isThere = source == nil || source == stored
        let site = context.profile.site
        let chosen = isThere ? place?.chosen.map { Post.ID(site: site, native: $0) } : nil
        let feed = FeedScreen(context, source: source ?? stored ?? .home, order: order, chosen: chosen)
        let stack = ScreenStack(context, feed) { [places] in Self.keepPlace($0, in: places) }
        let downloads = DownloadProgress.follow(context)
        defer { withExtendedLifetime(downloads) {} }
        let result: Result<ScreenEnd, any Error>
        do {
            result = .success(
                try await stack.run(in: loop(stack)) {
                    if context.isBeside { context.relay.say(context.text(.besideWriter)) }
                    guard isThere, let place, let post = place.post else { return }
                    stack.show(PostScreen(context, id: Post.ID(site: site, native: post), place: place))
                })
        } catch {
            result = .failure(error)
        }
        await DownloadProgress.pause()
        await places.save()
        return try result.get()
    }

    /// Writes down where the person is.
    private static func keepPlace(_ stack: ScreenStack<ReaderContext>, in places: ReadingPlaceViewModel) {
        guard let feed = stack.first as? FeedScreen else { return }
        var place = ReadingPlace(source: feed.source.description, chosen: feed.chosen?.native)
        if let post = stack.above.compactMap({ $0 as? PostScreen }).last {
            place.post = post.id.native
            (place.comment, place.offset) = post.place
        }
        places.move(to: place)
    }
}
