import Foundation

/// One thing that a pack fetches.
protocol PackPart: Sendable {
    /// How many bytes it has at most.
    var largest: Int { get }
    /// Which posts it is for; nothing is fetched for those that were taken out.
    var holders: [Post.ID] { get }
}

/// What came of one item.
struct PackItem: Sendable {
    var bytes: Int
    /// How many things are in it: the comments of a thread.
    var count = 1
    /// What is left out of a thread; `nil` for a whole one, and for what is none.
    var thread: PackedThread?
}

/// An item that its server did not give.
struct PackRefusal: Error {
    let error: DataError
}

/// Fetching items a few at a time, within bytes and time.
extension PackWork {
    /// Fetches items in their order, and counts each as it comes.
    ///
    /// What is under way when the run has to end is cancelled, unless nobody wants that (``waits(_:)``); what came all the
    /// same is counted. Who pauses or cancels a run, and the end of its time, cancel what is under way with its task.
    ///
    /// - Parameters:
    ///   - items: What to fetch.
    ///   - fetch: Fetches an item; throws ``PackRefusal`` for what its server did not give.
    ///   - land: Hears how it went; throws what ends the run.
    /// - Throws: What ends the run.
    func process<Item: PackPart>(
        _ items: [Item],
        fetch: @escaping @Sendable (Item) async throws -> PackItem,
        land: (Item, Result<PackItem, PackRefusal>) async throws -> Void
    ) async throws {
        let lanes = max(1, services.configuration.parallelism)
        try await withThrowingTaskGroup(of: (Int, Result<PackItem, any Error>).self) { group in
            var next = 0
            var running = 0
            var halt: (any Error)?
            while true {
                while halt == nil, next < items.count, running < lanes {
                    let item = items[next]
                    let removed = run.removed
                    if !removed.isEmpty, item.holders.allSatisfy(removed.contains) {
                        next += 1
                        continue
                    }
                    do {
                        try checkTime()
                        if ledger.isFull { throw PackHalt(.bytes) }
                    } catch {
                        halt = error
                        break
                    }
                    guard ledger.allows(item.largest, isAlone: running == 0) else { break }
                    ledger.reserve(item.largest)
                    let index = next
                    group.addTask {
                        do {
                            return (index, .success(try await fetch(item)))
                        } catch {
                            return (index, .failure(error))
                        }
                    }
                    next += 1
                    running += 1
                }
                if let halt, !Self.waits(halt) { group.cancelAll() }
                guard let (index, result) = try await group.next() else {
                    if let halt { throw halt }
                    return
                }
                running -= 1
                let item = items[index]
                ledger.settle(item.largest, came: Self.bytes(of: result))
                do {
                    try await take(result, of: item, land)
                } catch {
                    halt = halt ?? error
                }
            }
        }
    }

    private static func bytes(of result: Result<PackItem, any Error>) -> Int {
        if case .success(let item) = result { item.bytes } else { 0 }
    }

    /// Whether what is under way may end by itself.
    ///
    /// It fits, and only what comes behind it does not; or it was asked for before the network failed, and an answer that
    /// is here already is not asked for twice. Not where the network has begun to cost something: then each byte more is
    /// one too many.
    private static func waits(_ halt: any Error) -> Bool {
        guard let halt = halt as? PackHalt else { return false }
        return halt.stop == .bytes || halt.stop == .network && halt.error != nil
    }

    private func take<Item: Sendable>(
        _ result: Result<PackItem, any Error>, of item: Item,
        _ land: (Item, Result<PackItem, PackRefusal>) async throws -> Void
    ) async throws {
        switch result {
        case .success(let value):
            failures = 0
            try await land(item, .success(value))
            step()
        case .failure(let refusal as PackRefusal):
            try await land(item, .failure(refusal))
            step()
        case .failure(let error):
            throw error
        }
    }

    func step() {
        report.step?.done += 1
        publish()
    }

    /// Decides what a refusal means: nothing to be had, something to be tried later, or the end of this run.
    func settle(_ refusal: PackRefusal, _ link: ResourceLink) async throws {
        let error = refusal.error
        switch error.code {
        case .offline, .timedOut, .captivePortal, .rateLimited, .unauthorized, .sessionExpired, .accessClosed,
            .pinMismatch:
            // About the server or the network, not about this item.
            throw PackHalt(error)
        case .notFound, .tooLarge, .forbidden, .badRequest, .redirected, .invalidInput:
            failures = 0
            try await pass(over: link)
        case .malformed:
            // It may have been cut on its way. The rest is fetched, and the next run asks for this again.
            failures = 0
            lastFailure = error
        case .serverError:
            failures += 1
            lastFailure = error
            if failures >= max(1, services.configuration.maximumFailures) { throw PackHalt(error) }
        default:
            // The disk is full, or the store is gone: the next item fares no better.
            throw PackHalt(.failure, error)
        }
    }
}
