public import Core

/// Where the person is in the list, and what scrolling brings about.
extension PostListViewModel {
    /// Says what stands at the top edge of the screen; call it whenever the person has scrolled.
    ///
    /// Nothing is published: the position is in ``State/anchor`` when the rows change next, so that what is seen can be
    /// kept where it is. It is written down a second later, once for all calls until then, and by ``stop()``. At the top
    /// (the first post, nothing of it scrolled away) posts that are held back are taken in.
    ///
    /// - Parameters:
    ///   - id: The first post that can be seen; another one than those shown is ignored.
    ///   - offset: How far its top lies above the top edge, in points or in whatever the front end counts; 0 by default.
    /// - Complexity: O(1) for the first post; else O(*n*) comparisons of ids.
    public func didScroll(to id: Post.ID, offset: Double = 0) {
        let items = state.value.items
        let isFirst = items.first?.id == id
        guard isFirst || items.contains(where: { $0.id == id }) else { return }
        let anchor = ReadingAnchor(id: id, offset: offset)
        isAtTop = isFirst && anchor.offset <= 0
        isPositionKnown = true
        isRestoring = false
        if position?.anchor != anchor {
            position = ReadingPosition(anchor: anchor, changed: time.now)
            lacksNeighbours = true
            isPositionUnsaved = true
            startPositionTimer()
        }
        if isAtTop { showNew() }
    }

    /// Writes down where the person is, and returns when that is stored; does nothing when it is already.
    public func savePosition() async {
        writePosition()
        await lastPositionWrite?.value
    }

    /// Loads more when an item near the end appears; once for each page, and not while no server answers.
    ///
    /// By a network that costs something, or by which little is to be sent, it waits for the last item itself.
    ///
    /// After a failure it waits for ``loadMore()`` or ``refresh()``, so that scrolling does not hammer a server that
    /// cannot be reached.
    ///
    /// - Parameter id: The post that appeared.
    public func itemAppeared(_ id: Post.ID) async {
        let threshold = isCostly ? min(1, threshold) : threshold
        await loadMore { state in state.items.suffix(threshold).contains { $0.id == id } }
    }

    /// Loads more when the end is near, as ``itemAppeared(_:)`` does, for who knows points and not rows.
    ///
    /// - Parameters:
    ///   - remaining: How many points of the list lie below the bottom edge of the screen.
    ///   - pageHeight: How many points of the list can be seen.
    public func didScroll(remaining: Double, pageHeight: Double) async {
        let isCostly = isCostly
        await loadMore { _ in
            prefetchDistance.isNear(remaining: remaining, pageHeight: pageHeight) && (!isCostly || remaining <= 0)
        }
    }

    /// Whether pages are not to be loaded before somebody is at the end.
    private var isCostly: Bool { path.path.value.isCostly }

    private func loadMore(when isNear: (State) -> Bool) async {
        let now = state.value
        guard isArmed, now.phase == .idle, now.offlineSince == nil, isNear(now) else { return }
        isArmed = false
        await loadMore()
    }

    // MARK: The position

    /// Finds out where the person was, once.
    func restorePosition() async throws {
        guard !isPositionKnown else { return }
        let known: ReadingPosition?
        do {
            known = try await positions.position(for: feed)
        } catch let error as CancellationError {
            throw error
        } catch {
            // A place that cannot be read costs the person a scroll; the feed is shown all the same, from its top.
            return
        }
        guard !isPositionKnown else { return }
        isPositionKnown = true
        guard let known else { return }
        position = known
        isRestoring = true
        let anchor = place(among: state.value.items)
        state.update { $0.anchor = anchor }
    }

    /// What to put at the top edge when these posts are shown.
    func place(among items: [FeedItem]) -> ReadingAnchor? {
        let anchor = position?.anchor(among: items.lazy.map(\.id))
        if isRestoring, let first = items.first {
            isRestoring = false
            isAtTop = anchor.map { $0.id == first.id && $0.offset <= 0 } ?? true
        }
        return anchor
    }

    /// Takes the neighbours of the position from what is shown, before that changes.
    func takeNeighbours() {
        guard lacksNeighbours else { return }
        lacksNeighbours = false
        position?.takeNeighbours(from: state.value.items.lazy.map(\.id))
    }

    private func startPositionTimer() {
        guard positionTimer == nil else { return }
        positionTimer = Task { [weak self, time] in
            do {
                try await time.sleep(for: .seconds(1))
            } catch {
                // A sleep ends early for one reason only: whoever ended it writes by itself.
                return
            }
            self?.positionTimer = nil
            self?.writePosition()
        }
    }

    /// Begins to write the position, behind what is being written already.
    func writePosition() {
        takeNeighbours()
        guard isPositionUnsaved, let position else { return }
        isPositionUnsaved = false
        lastPositionWrite = Self.write(position, for: feed, to: positions, after: lastPositionWrite)
    }

    /// Writes a position once another one has been written.
    nonisolated static func write(
        _ position: ReadingPosition, for feed: Feed, to positions: any ReadingPositionProvider,
        after previous: Task<Void, Never>?
    ) -> Task<Void, Never> {
        Task {
            await previous?.value
            do {
                try await positions.set(position, for: feed)
            } catch {
                // A place that cannot be written costs the person a scroll after the next start, and no more; there is
                // nothing that they could do about it now. Where they scroll next is written again.
            }
        }
    }
}
