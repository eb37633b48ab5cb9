import Core
import Foundation

/// Keeps where the person is in one list: reads it once, follows scrolling, and writes it down a second later.
@MainActor
final class ReadingPositionTracker {
    private let feed: Feed
    private let provider: any ReadingPositionProvider
    private let time: any TimeProvider
    /// The posts that are on the screen now.
    private let shown: @Sendable () -> [FeedItem]
    /// The neighbours may be those of an earlier list.
    private var position: ReadingPosition?
    private var lacksNeighbours = false
    /// Whether the position was read, or the person has scrolled since.
    private(set) var isKnown = false
    /// Whether it has to be seen yet if the position that was read is the top.
    private var isRestoring = false
    private var isUnsaved = false
    private var timer: Task<Void, Never>?
    private var lastWrite: Task<Void, Never>?
    /// Whether the person is at the top, where new posts are shown at once.
    private(set) var isAtTop = true

    init(
        _ feed: Feed, provider: any ReadingPositionProvider, time: any TimeProvider,
        shown: @escaping @Sendable () -> [FeedItem]
    ) {
        self.feed = feed
        self.provider = provider
        self.time = time
        self.shown = shown
    }

    deinit {
        timer?.cancel()
        guard isUnsaved, var position else { return }
        if lacksNeighbours { position.takeNeighbours(from: shown().lazy.map(\.id)) }
        _ = Self.write(position, for: feed, to: provider, after: lastWrite)
    }

    /// Finds out where the person was, once.
    ///
    /// - Throws: `CancellationError`.
    func restore() async throws {
        guard !isKnown else { return }
        let known: ReadingPosition?
        do {
            known = try await provider.position(for: feed)
        } catch let error as CancellationError {
            throw error
        } catch {
            // A place that cannot be read costs the person a scroll; the feed is shown all the same, from its top.
            return
        }
        guard !isKnown else { return }
        isKnown = true
        guard let known else { return }
        position = known
        isRestoring = true
    }

    /// Takes over where the person has scrolled to.
    func didScroll(to anchor: ReadingAnchor, isFirst: Bool) {
        isAtTop = isFirst && anchor.offset <= 0
        isKnown = true
        isRestoring = false
        guard position?.anchor != anchor else { return }
        position = ReadingPosition(anchor: anchor, changed: time.now)
        lacksNeighbours = true
        isUnsaved = true
        startTimer()
    }

    /// Remembers the neighbours of the position on the screen; call it before that changes.
    func rememberNeighbours() {
        guard lacksNeighbours else { return }
        lacksNeighbours = false
        position?.takeNeighbours(from: shown().lazy.map(\.id))
    }

    /// The place to put at the top edge when these posts are shown.
    func anchor(among items: [FeedItem]) -> ReadingAnchor? {
        let anchor = position?.anchor(among: items.lazy.map(\.id))
        if isRestoring, let first = items.first {
            isRestoring = false
            isAtTop = anchor.map { $0.id == first.id && $0.offset <= 0 } ?? true
        }
        return anchor
    }

    /// Writes the position down, and returns when that is stored; does nothing when it is already.
    func save() async {
        write()
        await lastWrite?.value
    }

    /// Begins to write the position at once.
    func flush() {
        timer?.cancel()
        timer = nil
        write()
    }

    private func startTimer() {
        guard timer == nil else { return }
        timer = Task { [weak self, time] in
            do {
                try await time.sleep(for: .seconds(1))
            } catch {
                // A sleep ends early for one reason only: whoever ended it writes by itself.
                return
            }
            self?.timer = nil
            self?.write()
        }
    }

    /// Begins to write the position, behind what is being written already.
    private func write() {
        rememberNeighbours()
        guard isUnsaved, let position else { return }
        isUnsaved = false
        lastWrite = Self.write(position, for: feed, to: provider, after: lastWrite)
    }

    /// Writes a position once another one has been written.
    private nonisolated static func write(
        _ position: ReadingPosition, for feed: Feed, to provider: any ReadingPositionProvider,
        after previous: Task<Void, Never>?
    ) -> Task<Void, Never> {
        Task {
            await previous?.value
            do {
                try await provider.set(position, for: feed)
            } catch {
                // A place that cannot be written costs the person a scroll after the next start, and no more; there is
                // nothing that they could do about it now. Where they scroll next is written again.
            }
        }
    }
}
