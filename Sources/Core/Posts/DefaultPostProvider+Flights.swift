/// The requests under way: one for a feed, with everybody who waits for it.
extension DefaultPostProvider {
    func launch(_ flight: FeedStateMachine.Flight, on feed: Feed, limit: Int) {
        // Whoever joins it lends it no priority, so it has its own from the beginning.
        let priority: TaskPriority? = configuration.priority == .userInitiated ? .userInitiated : nil
        // Until its task has ended: what that still says is meant for this feed's requests, and for no later one's.
        beginUse(of: feed)
        runtime(feed).tasks[flight.id] = Task(priority: priority) {
            await self.run(flight, on: feed, limit: limit)
            self.endUse(of: feed)
        }
    }

    /// Ends a request and hands everybody who waits for it over to another one.
    func replace(_ old: Int, by flight: FeedStateMachine.Flight, on feed: Feed, limit: Int) {
        let runtime = runtime(feed)
        runtime.tasks.removeValue(forKey: old)?.cancel()
        runtime.waiters[flight.id] = runtime.waiters.removeValue(forKey: old)
        launch(flight, on: feed, limit: limit)
    }

    /// The result of a request.
    ///
    /// Cancelling ends the wait, and the request with the last who waits.
    func wait(for flight: Int, on feed: Feed) async throws -> FeedUpdate {
        let waiter = nextID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                    abandonIfUnwanted(feed)
                } else {
                    runtime(feed).waiters[flight, default: [:]][waiter] = continuation
                }
            }
        } onCancel: {
            Task { await self.leave(waiter, feed) }
        }
    }

    private func leave(_ waiter: Int, _ feed: Feed) {
        let runtime = runtime(feed)
        for flight in runtime.waiters.keys {
            // It may have been handed over to another request meanwhile.
            guard let continuation = runtime.waiters[flight]?.removeValue(forKey: waiter) else { continue }
            continuation.resume(throwing: CancellationError())
        }
        abandonIfUnwanted(feed)
    }

    private func abandonIfUnwanted(_ feed: Feed) {
        let runtime = runtime(feed)
        guard let flight = runtime.machine.flight, runtime.waiters[flight.id]?.isEmpty ?? true else { return }
        runtime.tasks.removeValue(forKey: flight.id)?.cancel()
        runtime.waiters[flight.id] = nil
        _ = runtime.machine.handle(.cancelled(flight: flight.id))
    }

    private func run(_ flight: FeedStateMachine.Flight, on feed: Feed, limit: Int) async {
        var actions: [FeedStateMachine.Action] = [.fetch(flight)]
        while let action = actions.popLast() {
            let event: FeedStateMachine.Event
            do {
                switch action {
                case .fetch(let flight):
                    event = .fetched(flight: flight.id, try await fetch(flight, of: feed, limit: limit))
                case .store(let page, let placement):
                    // A cancelled request leaves no writes; one whose commit has begun is finished.
                    try Task.checkCancellation()
                    let receipt = try await offline.commit(page, to: feed, at: placement, date: time.now)
                    event = .committed(flight: flight.id, receipt, page)
                case .compare(let page):
                    let stored = try await offline.storedFeed(feed)
                    event = .compared(flight: flight.id, page, stored.head)
                case .finish(let outcome):
                    await finish(flight, on: feed, outcome)
                    return
                case .showStored, .answer, .replace, .join, .askAgain:
                    preconditionFailure("A request under way answers nobody but those who wait for it.")
                }
            } catch is CancellationError {
                event = .cancelled(flight: flight.id)
                resume(flight.id, on: feed, with: .failure(CancellationError()))
            } catch {
                recordFailure(DataError(error), on: feed)
                event = .failed(flight: flight.id, DataError(error))
            }
            actions = runtime(feed).machine.handle(event)
        }
    }

    private func fetch(_ flight: FeedStateMachine.Flight, of feed: Feed, limit: Int) async throws -> Page {
        guard let online else { throw DataError(.offline, isRetryable: true) }
        var request = PageRequest(
            feed: feed, cursor: flight.cursor, limit: limit, seenCount: flight.seenCount,
            priority: configuration.priority)
        request.revision = flight.revision
        request.isManual = flight.isManual
        let cloud = try online.provider(of: feed.site)
        // One post that no store can keep costs its page nothing else.
        return try await asking { try await cloud.fetchPage(request) }.storable(on: feed.site)
    }

    private func finish(
        _ flight: FeedStateMachine.Flight, on feed: Feed, _ outcome: FeedStateMachine.Outcome
    ) async {
        let runtime = runtime(feed)
        var outcome = outcome
        if online == nil { outcome.skip = FetchSkip(reason: .offline) }
        runtime.landings += 1
        runtime.lastOutcome = outcome
        // The first page of a feed that had nothing is all new, and says nothing of the next.
        if let receipt = outcome.receipt, flight.placement == .head, !flight.isPaging, flight.storedCount > 0 {
            runtime.rhythm.note(newCount: receipt.insertedCount, of: receipt.ids.count)
        }
        do {
            if outcome.isConfirmation { try await offline.confirm(feed, at: time.now) }
            var stored = try await offline.storedFeed(feed)
            if outcome.isConfirmation { runtime.confirm(stored, at: time.now) }
            stored = runtime.confirmed(stored)
            publish(stored, outcome)
            resume(flight.id, on: feed, with: .success(update(stored, outcome)))
        } catch {
            resume(flight.id, on: feed, with: .failure(DataError(error)))
        }
    }

    private func resume(_ flight: Int, on feed: Feed, with result: Result<FeedUpdate, any Error>) {
        let runtime = runtime(feed)
        runtime.tasks[flight] = nil
        let waiters = runtime.waiters.removeValue(forKey: flight) ?? [:]
        for waiter in waiters.values { waiter.resume(with: result) }
    }
}
