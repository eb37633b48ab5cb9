/// Subscriptions by way of the outbox: what is queued, over what the servers last said to each account.
package final class DefaultSubscriptionProvider: SubscriptionProvider {
    private let writing: any WritingProvider
    private let statuses: any OfflineStatusProvider
    private let viewers: CurrentViewers

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - writing: The outbox.
    ///   - statuses: What servers said to accounts.
    ///   - viewers: Who looks at each site.
    package init(writing: any WritingProvider, statuses: any OfflineStatusProvider, viewers: CurrentViewers) {
        self.writing = writing
        self.statuses = statuses
        self.viewers = viewers
    }

    package func canSubscribe(on site: Site) -> Bool { writing.kinds(on: site).contains(.subscribe) }

    package func subscriptions(
        to communities: [SourceName], on site: Site
    ) async throws -> [SourceName: Subscription] {
        guard let account = viewers.owner(on: site).account else { return [:] }
        var wishes: [String: Bool] = [:]
        for item in Self.wishes(in: writing.outbox.value) where item.account == account {
            if let name = item.target?.native.lowercased() { wishes[name] = FlagText.isOn(item.value) }
        }
        // A server's own spelling, and the one in which somebody has typed it.
        let targets = communities.flatMap { name in
            Set([name.text, name.text.lowercased()]).map { StatusTarget.community($0, on: site) }
        }
        let confirmed = try await translated { try await statuses.confirmed(of: targets, for: account) }
        guard viewers.owner(on: site).account == account else {
            // What was read for the one before is nobody else's to see.
            return try await subscriptions(to: communities, on: site)
        }
        var known: [SourceName: Subscription] = [:]
        for name in communities where name.kind != .user {
            let target = StatusTarget.community(name.text, on: site)
            let said = confirmed[target] ?? confirmed[.community(name.text.lowercased(), on: site)]
            if let wish = wishes[target.native.lowercased()] {
                known[name] = Subscription(isSubscribed: wish, isPending: true)
            } else if let isSubscribed = said?.values.isSubscribed {
                known[name] = Subscription(isSubscribed: isSubscribed)
            }
        }
        return known
    }

    @discardableResult
    package func setSubscribed(
        _ isSubscribed: Bool, to community: SourceName, on site: Site
    ) async throws -> OutboxItem.ID? {
        guard community.kind != .user else {
            throw DataError(.invalidInput, message: "\(community) is a person. One subscribes to communities.")
        }
        return try await translated {
            let account = try await writing.account(on: site)
            return try await writing.queue(.subscribe(isSubscribed, to: community.text), as: account)
        }
    }

    package func changes() -> AsyncStream<Void> {
        let (outbox, looks) = (writing.outbox.valueAndChanges(), viewers.changes)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    var known = Self.wishes(in: outbox.value)
                    for await state in outbox.changes {
                        let wishes = Self.wishes(in: state)
                        guard wishes != known else { continue }
                        known = wishes
                        continuation.yield()
                    }
                }
                group.addTask {
                    for await _ in looks { continuation.yield() }
                }
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// The subscriptions that are not sent yet, the newest last; a refused one is not shown.
    private static func wishes(in outbox: OutboxState) -> [OutboxItem] {
        outbox.items.filter { $0.kind == .subscribe && $0.state != .failed }
    }
}
