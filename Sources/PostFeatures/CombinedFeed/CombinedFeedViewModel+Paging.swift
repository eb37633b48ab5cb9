import Core

/// How far the sources are merged, so that enough of it is shown.
extension CombinedFeedViewModel {
    /// A merge with so many posts that are shown, as far as there are any, or as the sources give them within a bound.
    ///
    /// - Returns: `nil` when something newer was asked for meanwhile.
    func filled(_ merge: FeedMerge, to count: Int, _ mine: Int) async throws -> FeedMerge? {
        var merge = merge
        for round in 0...Self.maximumRounds {
            let requests = extend(&merge, to: count)
            guard !requests.isEmpty, round < Self.maximumRounds else { break }
            guard try await ask(requests, mine) else { return nil }
        }
        return merge
    }

    /// Extends a merge until so many of its posts are shown; what to ask the sources where they hold it up.
    ///
    /// - Complexity: O(*n* log *n*) in the posts that are stored, also where the settings leave nearly all of them out.
    private func extend(_ merge: inout FeedMerge, to count: Int, isAwaiting: Bool = true) -> [Int: FeedRequest] {
        let sources = sources(isAwaiting: isAwaiting)
        var step = count - visible(merge).items.count
        guard step > 0 else { return [:] }
        while true {
            var longer = merge
            let wanted = merge.entries.count + step
            let requests = longer.extend(to: wanted, over: sources)
            let items = visible(longer).items
            if items.count >= count {
                // Not further than what was asked for.
                let end = longer.entries.lastIndex { $0.id == items[count - 1].id } ?? longer.entries.count - 1
                return merge.extend(to: end + 1, over: sources)
            }
            merge = longer
            if merge.entries.count < wanted { return requests }
            // What was found may be filtered out. Each look goes over all of it, so there must not be many.
            step *= 2
        }
    }

    /// What is stored, merged anew: a page of what is shown of it, or as much as is listed.
    func remerged(isAwaiting: Bool) -> FeedMerge {
        var fresh = FeedMerge(feed)
        let count = max(pageSize, merge.entries.count)
        _ = fresh.extend(to: count, over: sources(isAwaiting: isAwaiting))
        // The settings may leave out the first ones, and there would be nothing to scroll to the others from.
        _ = extend(&fresh, to: pageSize, isAwaiting: isAwaiting)
        return fresh
    }
}
