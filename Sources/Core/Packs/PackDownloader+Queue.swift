import Foundation

/// An item that a pack downloads: a thread, the rest of a thread, or a media file.
protocol PackItem: Sendable {
    /// The largest number of bytes that it can have.
    var largest: Int { get }
    /// The posts that it is for; nothing is fetched for posts that were removed from the pack.
    var holders: [Post.ID] { get }
}

/// The result of downloading one item.
struct PackItemResult: Sendable {
    var bytes: Int
    /// The number of items that it counts as: the comments of a thread, or one file.
    var count = 1
    /// The missing parts of a thread; `nil` for a whole thread, and for a file.
    var thread: IncompleteThread?
}

/// A failure to download one item, which need not end the run.
struct PackItemFailure: Error {
    let error: DataError
}

/// The download queue: a few items at a time, within the limits of bytes and time.
extension PackDownloader {
    /// Downloads items in order, and counts each as it arrives.
    ///
    /// When the run has to end, downloads under way are cancelled unless ``letsRunningItemsFinish(_:)`` allows them to
    /// end; what still arrives is counted. Pausing, cancelling and the time limit cancel them with the run's task.
    ///
    /// - Parameters:
    ///   - items: The items to download.
    ///   - fetch: Downloads an item; throws ``PackItemFailure`` for an item that cannot be had.
    ///   - finish: Receives the result of each item; throws what ends the run.
    /// - Throws: The error that ends the run.
    func process<Item: PackItem>(
        _ items: [Item],
        fetch: @escaping @Sendable (Item) async throws -> PackItemResult,
        finish: (Item, Result<PackItemResult, PackItemFailure>) async throws -> Void
    ) async throws {
        try await process(items) { index in
            try await fetch(items[index])
        } finishItem: { index, result in
            try await finish(items[index], result)
        }
    }

    private func process(
        _ items: [any PackItem],
        fetchItem: @escaping @Sendable (Int) async throws -> PackItemResult,
        finishItem: (Int, Result<PackItemResult, PackItemFailure>) async throws -> Void
    ) async throws {
        let parallelism = max(1, services.configuration.parallelism)
        try await withThrowingTaskGroup(of: (Int, Result<PackItemResult, any Error>).self) { group in
            var next = 0
            var running = 0
            var interruption: (any Error)?
            while true {
                while interruption == nil, next < items.count, running < parallelism {
                    let item = items[next]
                    let removed = run.removed
                    if !removed.isEmpty, item.holders.allSatisfy(removed.contains) {
                        next += 1
                        continue
                    }
                    do {
                        try checkLimits()
                        if budget.isFull { throw PackInterruption(.bytes) }
                    } catch {
                        interruption = error
                        break
                    }
                    guard budget.allows(item.largest, isAlone: running == 0) else { break }
                    budget.reserve(item.largest)
                    let index = next
                    group.addTask {
                        do {
                            return (index, .success(try await fetchItem(index)))
                        } catch {
                            return (index, .failure(error))
                        }
                    }
                    next += 1
                    running += 1
                }
                if let interruption, !Self.letsRunningItemsFinish(interruption) { group.cancelAll() }
                guard let (index, result) = try await group.next() else {
                    if let interruption { throw interruption }
                    return
                }
                running -= 1
                budget.finish(reserved: items[index].largest, used: Self.bytes(of: result))
                do {
                    try await take(result, of: index, finishItem)
                } catch {
                    interruption = interruption ?? error
                }
            }
        }
    }

    private static func bytes(of result: Result<PackItemResult, any Error>) -> Int {
        if case .success(let item) = result { item.bytes } else { 0 }
    }

    /// Whether downloads under way may end by themselves.
    ///
    /// True when the budget is used up (they still fit) and when the network failed (their answers may be here
    /// already). False when the network has become metered: then every further byte costs.
    private static func letsRunningItemsFinish(_ interruption: any Error) -> Bool {
        guard let interruption = interruption as? PackInterruption else { return false }
        return interruption.stop == .bytes || interruption.stop == .network && interruption.error != nil
    }

    private func take(
        _ result: Result<PackItemResult, any Error>, of item: Int,
        _ finish: (Int, Result<PackItemResult, PackItemFailure>) async throws -> Void
    ) async throws {
        switch result {
        case .success(let value):
            failures = 0
            try await finish(item, .success(value))
            step()
        case .failure(let failure as PackItemFailure):
            try await finish(item, .failure(failure))
            step()
        case .failure(let error):
            throw error
        }
    }

    func step() {
        report.step?.done += 1
        publish()
    }

    /// Decides what a failure means: skip the item for good, try it again in a later run, or end this run.
    func handle(_ failure: PackItemFailure, of link: ResourceLink) async throws {
        let error = failure.error
        switch error.code {
        case .offline, .timedOut, .captivePortal, .rateLimited, .unauthorized, .sessionExpired, .accessClosed,
            .pinMismatch:
            // About the server or the network, not about this item.
            throw PackInterruption(error)
        case .notFound, .tooLarge, .forbidden, .badRequest, .redirected, .invalidInput:
            failures = 0
            try await skip(link)
        case .malformed:
            // It may have been cut on its way. The rest is fetched, and the next run asks for this again.
            failures = 0
            lastFailure = error
        case .serverError:
            failures += 1
            lastFailure = error
            if failures >= max(1, services.configuration.maximumFailures) { throw PackInterruption(error) }
        default:
            // The disk is full, or the store is closed: the next item would fail as well.
            throw PackInterruption(.failure, error)
        }
    }
}
