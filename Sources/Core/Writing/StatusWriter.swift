package import Foundation

/// A divider of changes of statuses: into those that an account tells its server, by way of the outbox, and those that
/// stay on this device.
///
/// | what | tells the server |
/// | --- | --- |
/// | a vote | for whoever is signed in at a site that takes votes |
/// | saved, hidden | the same, while `syncStatuses` is on |
/// | read | the same, on sites that keep it for people, as Lemmy does |
/// | favourite, dismissed, collapsed | never |
package struct StatusWriter: Sendable {
    /// What became of a change of several targets.
    package struct Written: Equatable, Sendable {
        /// The items of the outbox.
        package var items: [OutboxItem.ID] = []
        /// The targets whose server is told, or has it already.
        package var told: [StatusTarget] = []
        /// The targets for which it is left to this device, where nothing was changed yet.
        package var kept: [StatusTarget] = []
        /// Those of them whose server would be told if somebody were signed in.
        package var signedOut: [StatusTarget] = []
    }

    private let writing: any WritingProvider
    private let viewers: CurrentViewers
    private let settings: any SettingsProvider
    private let readSites: Set<Site>

    /// Creates a divider.
    ///
    /// - Parameters:
    ///   - writing: The outbox.
    ///   - viewers: Who looks at each site.
    ///   - settings: The person's settings.
    ///   - readSites: The sites that keep for people which posts they have read.
    package init(
        writing: any WritingProvider, viewers: CurrentViewers, settings: any SettingsProvider, readSites: Set<Site>
    ) {
        self.writing = writing
        self.viewers = viewers
        self.settings = settings
        self.readSites = readSites
    }

    /// The registered one; `nil` in an app that cannot write.
    package static var registered: StatusWriter? {
        Dependency.current.isRegistered(StatusWriter.self) ? Dependency.resolve(StatusWriter.self) : nil
    }

    /// Queues a change for those targets whose server is to be told, in one commit for each account.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - targets: The posts and comments.
    /// - Returns: What was queued, and what is left to this device.
    /// - Throws: ``WritingError``, ``DataError`` and other ``CodedError``s as ``WritingProvider/queue(_:as:)``, and where
    ///   it cannot be found out who is signed in; `CancellationError`.
    package func write(_ change: StatusChange, of targets: [StatusTarget]) async throws -> Written {
        var written = Written()
        guard let kind = kind(of: change) else {
            written.kept = targets
            return written
        }
        var routes: [Site: Route] = [:]
        var parts: [(account: AccountKey, targets: [StatusTarget])] = []
        for target in targets {
            var route = routes[target.site]
            if route == nil {
                route = try await self.route(of: kind, on: target.site)
                routes[target.site] = route
            }
            switch route {
            case .account(let account) where target.isReadable && (target.kind == .post || !kind.isOfPosts):
                if let part = parts.firstIndex(where: { $0.account == account }) {
                    parts[part].targets.append(target)
                } else {
                    parts.append((account, [target]))
                }
            case .nobody where kind == .vote:
                written.signedOut.append(target)
                written.kept.append(target)
            case .account, .nobody, .device, nil: written.kept.append(target)
            }
        }
        for (account, targets) in parts {
            let intents = targets.compactMap { change.intent(on: $0) }
            written.items += try await writing.queue(intents, as: account)
            written.told += targets
        }
        return written
    }

    /// Who tells the server of changes of a site.
    private enum Route {
        case account(AccountKey)
        case nobody
        /// The server is not told of such changes.
        case device
    }

    private func route(of kind: OutboxItem.Kind, on site: Site) async throws -> Route {
        guard writing.kinds(on: site).contains(kind), kind != .read || readSites.contains(site) else { return .device }
        if let account = viewers.owner(on: site).account { return .account(account) }
        // Somebody may be signed in of whom nobody knows yet who it is: what they do is not for nobody to keep.
        guard viewers.accounts(on: site)?.current != nil || viewers.isUnread(site) else { return .nobody }
        do {
            return .account(try await writing.account(on: site))
        } catch let error as DataError where error.code == .unauthorized {
            return .nobody
        }
    }

    private func kind(of change: StatusChange) -> OutboxItem.Kind? {
        let kind: OutboxItem.Kind
        switch change.mark {
        case .vote: return .vote
        case .saved: kind = .save
        case .hidden: kind = .hide
        case .read: kind = .read
        case .favourite, .dismissed, .collapsed: return nil
        }
        return settings.settings.value.syncStatuses ? kind : nil
    }
}

extension OutboxItem.Kind {
    /// Whether servers take it of posts alone.
    fileprivate var isOfPosts: Bool { self == .hide || self == .read }
}

extension StatusChange {
    /// The intent that tells a server of the change; `nil` for what no server keeps.
    fileprivate func intent(on target: StatusTarget) -> WriteIntent? {
        switch self {
        case .vote(let vote): .vote(vote, on: target)
        case .saved(let isSaved): .save(isSaved, target)
        case .savedSince: .save(true, target)
        case .hidden(let isHidden): .hide(isHidden, target)
        case .read(let isRead): .read(isRead, target)
        case .favourite, .favouriteSince, .dismissed, .collapsed: nil
        }
    }
}

extension StatusWriter {
    /// Changes one mark of posts, on this device or by way of the outbox.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - ids: The posts.
    ///   - offline: The store of posts.
    ///   - date: The date of the change.
    /// - Returns: The new statuses, in the order of the ids, and what was queued. The number of the store's commit is in
    ///   it only where all stays on this device.
    /// - Throws: As ``write(_:of:)``, and what the store throws.
    package func apply(
        _ change: StatusChange, to ids: [Post.ID], in offline: any OfflinePostProvider, at date: Date
    ) async throws -> StatusReceipt {
        let written = try await write(change, of: ids.map(StatusTarget.post))
        var receipt = StatusReceipt()
        let kept = written.kept.compactMap(\.post)
        if !kept.isEmpty || written.told.isEmpty { receipt = try await offline.apply(.set(change, kept), at: date) }
        receipt.signedOut = written.signedOut.compactMap(\.post)
        guard !written.told.isEmpty else { return receipt }
        receipt.queued = written.items
        let told = written.told.compactMap(\.post)
        let items = try await offline.items(told)
        let shown = items.map(\.status).map { status in
            var status = status
            // A process that only reads has left it for another one, and reads it once that has it.
            status.marks.show(change, at: date)
            return status
        }
        let statuses = Dictionary((receipt.statuses + shown).map { ($0.id, $0) }) { first, _ in first }
        receipt.statuses = ids.compactMap { statuses[$0] }
        receipt.unknown += told.filter { statuses[$0] == nil }
        // Whatever is read now has it.
        receipt.version = 0
        return receipt
    }
}
