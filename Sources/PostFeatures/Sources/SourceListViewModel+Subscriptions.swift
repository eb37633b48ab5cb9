public import Core

extension SourceListViewModel {
    /// Subscribes the account in use to a community on its server, or ends that; the list on this device stays as it is.
    ///
    /// It is queued, and shown in ``State/subscriptions`` when this returns. Where nobody is signed in, the banner says so.
    ///
    /// - Parameters:
    ///   - isSubscribed: Whether to be subscribed.
    ///   - id: The source; nothing happens for one that is not in the list.
    public func setSubscribed(_ isSubscribed: Bool, for id: SubscribedSource.ID) async {
        guard let row = state.value.rows.first(where: { $0.id == id }) else { return }
        await act {
            guard let subscriptions = self.subscriptions else { throw DataError.noSubscriptions(on: self.names.site) }
            try await subscriptions.setSubscribed(isSubscribed, to: row.source.name, on: self.names.site)
            return nil
        }
    }

    /// Subscribes the account in use to a community, or ends that where it is subscribed.
    ///
    /// - Parameter id: The source.
    package func toggleSubscribed(_ id: SubscribedSource.ID) async {
        await setSubscribed(!(state.value.subscriptions[id]?.isSubscribed ?? false), for: id)
    }

    /// Reads what the server said and what is wished of the sources in the list.
    func readSubscriptions() async throws {
        guard let subscriptions, subscriptions.canSubscribe(on: names.site) else { return }
        let sources = state.value.rows.map(\.source)
        let known = try await subscriptions.subscriptions(to: sources.map(\.name), on: names.site)
        state.update { state in
            state.canSubscribe = true
            state.subscriptions = [:]
            for source in sources { state.subscriptions[source.id] = known[source.name] }
        }
    }

    /// Follows what is subscribed to, and who looks.
    func followSubscriptions() -> Task<Void, Never>? {
        guard let subscriptions else { return nil }
        let changes = subscriptions.changes()
        return Task { [weak self] in
            for await _ in changes {
                guard let self, !Task.isCancelled else { return }
                do {
                    try await self.readSubscriptions()
                } catch {
                    if error is CancellationError || Task.isCancelled { return }
                    self.state.update { $0.banner = Banner(DataError(error), cause: .content) }
                }
            }
        }
    }
}

extension DataError {
    /// The error of an app that cannot subscribe anybody on a site.
    static func noSubscriptions(on site: Site) -> DataError {
        DataError(.invalidInput, message: "Nobody can subscribe to communities of '\(site)' here.")
    }
}
