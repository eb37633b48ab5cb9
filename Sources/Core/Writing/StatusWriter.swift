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
    private let acts: any OfflineStatusProvider

    /// Creates a divider.
    ///
    /// - Parameters:
    ///   - writing: The outbox.
    ///   - viewers: Who looks at each site.
    ///   - settings: The person's settings.
    ///   - readSites: The sites that keep for people which posts they have read.
    ///   - acts: The store of what can be taken back.
    package init(
        writing: any WritingProvider, viewers: CurrentViewers, settings: any SettingsProvider, readSites: Set<Site>,
        acts: any OfflineStatusProvider
    ) {
        self.writing = writing
        self.viewers = viewers
        self.settings = settings
        self.readSites = readSites
        self.acts = acts
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
        try await queue(change, try await routed(change, targets))
    }

    /// Targets by who tells the server of their change.
    private struct Routed {
        var written = Written()
        var parts: [(account: AccountKey, targets: [StatusTarget])] = []
        var told: [StatusTarget] { parts.flatMap(\.targets) }
    }

    private func routed(_ change: StatusChange, _ targets: [StatusTarget]) async throws -> Routed {
        var routed = Routed()
        guard let kind = kind(of: change) else {
            routed.written.kept = targets
            return routed
        }
        var routes: [Site: Route] = [:]
        for target in targets {
            var route = routes[target.site]
            if route == nil {
                route = try await self.route(of: kind, on: target.site)
                routes[target.site] = route
            }
            switch route {
            case .account(let account) where target.isReadable && (target.kind == .post || !kind.isOfPosts):
                if let part = routed.parts.firstIndex(where: { $0.account == account }) {
                    routed.parts[part].targets.append(target)
                } else {
                    routed.parts.append((account, [target]))
                }
            case .nobody where kind == .vote:
                routed.written.signedOut.append(target)
                routed.written.kept.append(target)
            case .account, .nobody, .device, nil: routed.written.kept.append(target)
            }
        }
        return routed
    }

    private func queue(_ change: StatusChange, _ routed: Routed) async throws -> Written {
        var written = routed.written
        for (account, targets) in routed.parts {
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
    /// Changes statuses of posts, or takes the last change back, on this device or by way of the outbox.
    ///
    /// - Parameters:
    ///   - mutation: The change; what is no change of marks stays on this device.
    ///   - offline: The store of posts.
    ///   - date: The date of the change.
    /// - Returns: The new statuses, and what was queued.
    /// - Throws: As ``write(_:of:)``, and what the store throws.
    func apply(
        _ mutation: StatusMutation, in offline: any OfflinePostProvider, at date: Date
    ) async throws -> StatusReceipt {
        switch mutation {
        case .set(let change, let ids): try await apply(change, to: ids, in: offline, at: date)
        case .setUndoably(let change, let ids):
            try await apply(change, to: ids, isUndoable: true, in: offline, at: date)
        case .undo: try await undo(in: offline, at: date)
        case .dismiss, .dismissAll, .undoDismiss: try await offline.apply(mutation, at: date)
        }
    }

    /// Changes one mark of posts, on this device or by way of the outbox.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - ids: The posts.
    ///   - isUndoable: Whether it is an act that can be taken back. One whose servers are told is kept before that.
    ///   - offline: The store of posts.
    ///   - date: The date of the change.
    /// - Returns: The new statuses, in the order of the ids, and what was queued. The number of the store's commit is in
    ///   it only where all stays on this device.
    /// - Throws: As ``write(_:of:)``, and what the store throws.
    package func apply(
        _ change: StatusChange, to ids: [Post.ID], isUndoable: Bool = false, in offline: any OfflinePostProvider,
        at date: Date
    ) async throws -> StatusReceipt {
        let routed = try await routed(change, ids.map(StatusTarget.post))
        let told = routed.told.compactMap(\.post)
        var act: UndoableAct?
        if isUndoable, !told.isEmpty {
            let before = try await offline.items(told).map { (id: $0.id, before: $0.status.marks) }
            let parts = [UndoableAct.Part](change, of: before)
            if !parts.isEmpty { act = try await acts.keepAct(parts, at: date) }
        }
        let written: Written
        do {
            written = try await queue(change, routed)
        } catch {
            // Of several accounts one may have it by now; what is not done is passed over when it is undone.
            // The error of the forgetting is no news: the first one says why nothing was done.
            if let act, routed.parts.count == 1 { _ = try? await acts.takeBack(act, of: [], at: date) }
            throw error
        }
        var receipt = StatusReceipt()
        let kept = written.kept.compactMap(\.post)
        if !kept.isEmpty || told.isEmpty {
            receipt = try await offline.apply(isUndoable ? .setUndoably(change, kept) : .set(change, kept), at: date)
        }
        receipt.signedOut = written.signedOut.compactMap(\.post)
        receipt.queued = written.items
        if act != nil { receipt.canUndo = true }
        let changes = Dictionary(told.map { ($0, change) }) { first, _ in first }
        return try await receipt.showing(changes, ids, in: offline, at: date)
    }

    /// Takes back the last act of whoever looks, on this device and by way of the outbox.
    ///
    /// In the outbox the earlier value takes the place of an intent that was not sent, which is gone where the server is
    /// known to have that value; of what was sent the server is told anew.
    ///
    /// - Parameters:
    ///   - offline: The store of posts.
    ///   - date: The date of the change.
    /// - Returns: The statuses of the posts whose marks are as before again; none where there is nothing to take back.
    /// - Throws: As ``write(_:of:)``, and what the store throws.
    package func undo(in offline: any OfflinePostProvider, at date: Date) async throws -> StatusReceipt {
        for act in try await acts.acts() {
            let items = try await offline.items(act.parts.posts)
            let before = Dictionary(items.map { ($0.id, $0.status.marks) }) { first, _ in first }
            var written = Written()
            var told: [Post.ID: StatusChange] = [:]
            for part in act.parts {
                // What is as it was before by now is left alone; of a post that is gone nobody knows.
                let posts = part.posts.filter { before[$0].map { $0.inverse(of: part.change) != nil } ?? true }
                let one = try await write(part.change, of: posts.map(StatusTarget.post))
                for id in one.told.compactMap(\.post) { told[id] = part.change }
                written.items += one.items
                written.kept += one.kept
                written.signedOut += one.signedOut
            }
            var receipt = try await acts.takeBack(act, of: Set(written.kept.compactMap(\.post)), at: date)
            guard !told.isEmpty || !receipt.changed.isEmpty || !receipt.unknown.isEmpty else { continue }
            receipt.undone = act.parts.first?.change
            receipt.signedOut = written.signedOut.compactMap(\.post)
            receipt.queued = written.items
            return try await receipt.showing(told, act.parts.posts, in: offline, at: date)
        }
        // What another process knows of may be there all the same.
        return try await offline.apply(.undo, at: date)
    }
}

extension StatusReceipt {
    /// Returns the receipt with the statuses of posts of whose change a server is told.
    ///
    /// - Parameters:
    ///   - told: The change of each of them.
    ///   - ids: The ids that give the order.
    ///   - offline: The store of posts.
    ///   - date: The date of the change.
    /// - Returns: The receipt.
    /// - Throws: What the store throws.
    fileprivate func showing(
        _ told: [Post.ID: StatusChange], _ ids: [Post.ID], in offline: any OfflinePostProvider, at date: Date
    ) async throws -> StatusReceipt {
        guard !told.isEmpty else { return self }
        var receipt = self
        let items = try await offline.items(ids.filter { told[$0] != nil })
        let shown = items.map(\.status).map { status in
            var status = status
            // A process that only reads has left it for another one, and reads it once that has it.
            if let change = told[status.id] { status.marks.show(change, at: date) }
            return status
        }
        let statuses = Dictionary((receipt.statuses + shown).map { ($0.id, $0) }) { first, _ in first }
        receipt.statuses = ids.compactMap { statuses[$0] }
        receipt.unknown += ids.filter { told[$0] != nil && statuses[$0] == nil }
        // Whatever is read now has it.
        receipt.version = 0
        return receipt
    }
}
