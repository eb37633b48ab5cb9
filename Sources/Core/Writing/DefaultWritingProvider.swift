import Foundation
import Synchronization

/// Writing by way of an outbox that is stored on the device.
package final class DefaultWritingProvider: WritingProvider {
    package let outbox = ObservableValue(OutboxState())

    /// The outbox, for the other parts of this type.
    let entries: DefaultOutboxProvider
    /// The writing of each site.
    let sites: [Site: SiteWriting]
    /// The app's own kinds of each site.
    let own: [Site: [OutboxEntry.Kind: AnyIntentKind]]
    /// The way of intents between processes; `nil` where no other process has any.
    let handover: (any IntentHandover)?
    /// What is taken over from other processes, one after the other.
    let taking = KeyedSerialQueue<Int>()
    /// What this process has left for the one that writes, to show.
    let left = Mutex<[OutboxEntry]>([])
    /// The reason why what other processes have left could not be taken over the last time; `nil` where it could.
    let takingFailure = Mutex<DataError?>(nil)
    /// The files that are to be uploaded, for the other parts of this type; `nil` where nothing keeps any.
    let uploads: DefaultUploadProvider?
    /// The contents of entries that were read to show them.
    private let contents = OutboxContents()
    /// The stored statuses, for the other parts of this type.
    let statuses: any OfflineStatusProvider
    /// The stored posts and comments, for the other parts of this type.
    let known: any KnownThings
    /// The clock, for the other parts of this type.
    let time: any TimeProvider
    private let boot: BootID
    /// The source of ids, for the other parts of this type.
    let random: any RandomSource
    /// What the outbox was told of the accounts of each site; told one after the other.
    let told = Mutex<[Site: ToldAccounts]>([:])
    /// The order in which the outbox is told of the accounts of a site.
    let telling = KeyedSerialQueue<Site>()
    /// Whether anything is to be sent.
    let isSending: Bool
    /// Whether what is queued goes out without ``send(as:waitingFor:)``.
    let sendsUnasked: Bool

    /// Creates a provider; nothing is sent before ``run(following:)``.
    ///
    /// - Parameters:
    ///   - sites: The writing of each site.
    ///   - store: The store of the outbox.
    ///   - known: What is stored of posts and comments.
    ///   - statuses: The statuses that are stored.
    ///   - time: The clock.
    ///   - boot: The id of the boot.
    ///   - random: The source of ids.
    ///   - handover: The way of intents between processes; none by default.
    ///   - isSending: Whether anything is sent; true by default. Otherwise all that is queued waits.
    ///   - sendsUnasked: Whether it goes out without ``send(as:waitingFor:)``, for all accounts; true by default.
    ///   - ownKinds: The app's own kinds, each of one of the sites; none by default.
    ///   - uploads: The files that are to be uploaded; `nil`, the default, where nothing keeps any.
    package init(
        sites: [Site: SiteWriting], store: any OutboxStore, known: any KnownThings,
        statuses: any OfflineStatusProvider, time: any TimeProvider, boot: BootID, random: any RandomSource,
        handover: (any IntentHandover)? = nil, isSending: Bool = true, sendsUnasked: Bool = true,
        ownKinds: [AnyIntentKind] = [], uploads: DefaultUploadProvider? = nil
    ) {
        self.uploads = uploads
        self.sites = sites
        let dates = DateRelay()
        let services = SiteWriting.Services(known: known, time: time) { dates.tell($0) }
        let sender = SiteOutboxSender(sites.mapValues { $0.makeSender(services) })
        var limits = Outbox.Limits()
        var senders: [OutboxEntry.Kind: any OutboxSender] = [:]
        for (site, writing) in sites {
            limits.pace[site] = writing.pace
            for kind in writing.kinds {
                limits.kinds[kind] = 1...OutboxText.version
                senders[kind] = sender
            }
        }
        own = ownKinds.bySite
        for (kind, sites) in Dictionary(grouping: ownKinds, by: \.kind) {
            limits.kinds[kind] = 1...(sites.map(\.version).max() ?? 1)
            senders[kind] = SiteOutboxSender(sites.senders(for: self.sites, uploads: uploads))
        }
        let shown = ShownRelay()
        entries = DefaultOutboxProvider(
            store: store, senders: senders, limits: limits, time: time, boot: boot.rawValue, random: random,
            changed: { shown.tell() })
        dates.follow(entries)
        (self.handover, self.sendsUnasked) = (handover, sendsUnasked)
        self.isSending = isSending && !(handover?.isLeaving ?? false)
        (self.statuses, self.known) = (statuses, known)
        (self.time, self.boot, self.random) = (time, boot, random)
        shown.follow(self)
    }

    // MARK: - What it follows

    /// Reads what is stored, and follows the accounts and the network until the task is cancelled.
    ///
    /// - Parameters:
    ///   - connectivity: The state of the network.
    ///   - delay: The time until what is stored is read unasked; none by default.
    package func run(following connectivity: any ConnectivityProvider, openingAfter delay: Duration = .zero) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await self.open(after: delay)
                // What is on its way has to be known first.
                if !self.isLeaving { await self.uploads?.follow(self.entries) }
            }
            if let handover {
                group.addTask {
                    for await _ in handover.changes() { await self.open() }
                }
            }
            guard isSending else { return }
            for (site, writing) in sites {
                group.addTask {
                    for await _ in writing.accounts.accounts.values { await self.tell(site) }
                }
                group.addTask {
                    for await _ in connectivity.reconnections { await self.entries.handle(.reachable(site)) }
                }
            }
        }
    }

    /// Reads what is stored; where that fails, it is said in ``outbox``, and the next call tries again.
    private func open(after delay: Duration = .zero) async {
        do {
            if delay > .zero { try await time.sleep(for: delay) }
            try await opened()
            for site in sites.keys { await takeNamed(on: site) }
        } catch is CancellationError {
            // Whoever asks for it reads it.
        } catch {
            outbox.update { $0.error = DataError(error) }
        }
    }

    /// Breaks off what is under way, so that the store can be closed.
    package func suspend() async {
        guard !isLeaving else { return }
        do {
            try await takeHanded()
        } catch {
            // What was left stays where it is, for the next one who has the store.
        }
        await entries.handle(.suspended)
        publish()
    }

    // MARK: - What can be written

    package func load() async throws {
        try await opened()
        publish()
    }

    package func kinds(on site: Site) -> Set<OutboxItem.Kind> {
        let own = own[site].map { Set($0.values.map(\.name)) } ?? []
        return own.union(sites[site]?.kinds.map { OutboxItem.Kind(rawValue: $0.rawValue) } ?? [])
    }

    /// The writing of a site.
    func writing(of site: Site) throws(DataError) -> SiteWriting {
        guard let writing = sites[site] else {
            throw DataError(
                .invalidInput,
                message: "Nothing here can write to '\(site)'. Use a backend that people can sign in to.")
        }
        return writing
    }

    // MARK: - Queueing

    @discardableResult
    package func queue(
        _ intent: WriteIntent, as account: AccountKey, id: OutboxItem.ID?, undo: Duration
    ) async throws -> OutboxItem.ID? {
        let writing = try writing(of: account.site)
        try await prepare()
        let id = id.map { OutboxEntry.ID(rawValue: $0.rawValue) } ?? OutboxEntry.ID(random: random)
        let maker = maker(for: account, in: writing)
        do {
            if !isLeaving, let changed = try await changeUnsent(intent, by: maker, id) { return changed }
            let (entry, known) = try await entry(of: intent, id, by: maker)
            try check(entry, in: writing)
            let parts = try maker.uploads(of: intent)
            if !entry.files.isEmpty { try await checkFiles(of: entry) }
            guard !isLeaving else {
                try await leave(intent, as: entry)
                return OutboxItem.ID(rawValue: id.rawValue)
            }
            try await entries.queue(entry, with: parts, known: known, undo: undo / .seconds(1))
            uploads?.took(entry.files)
        } catch let refusal as OutboxRefusal {
            throw WritingError(refusal)
        }
        let state = entries.state.value
        guard state.sent[id] != nil || state.unsent[id] != nil else { return nil }
        return OutboxItem.ID(rawValue: id.rawValue)
    }

    /// Has the stored outbox read, and what other processes have left taken over.
    func opened() async throws {
        try await prepare()
        publish()
    }

    /// The same for a change, with which all of it is shown.
    func prepare() async throws {
        if isLeaving { return try await showLeft() }
        try await entries.open()
        do {
            try await takeHanded()
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // It stays where it is, and is tried again; ``outbox`` says it, and nobody is kept from writing.
        }
    }

    /// A maker of entries of an account, queued now or at a moment before.
    func maker(for account: AccountKey, in writing: SiteWriting, at queued: OutboxTime? = nil) -> EntryMaker {
        let name = writing.accounts.accounts.value.all.first { $0.key == account }?.user?.name
        return EntryMaker(
            account: account, name: name, rules: writing.rules, now: queued ?? time.moment(in: boot),
            state: entries.state.value, left: left.withLock { Set($0.map(\.id)) }, kinds: own[account.site] ?? [:])
    }

    /// Changes or removes a text that is unsent and not under way; `nil` where it is not that.
    func changeUnsent(
        _ intent: WriteIntent, by maker: EntryMaker, _ id: OutboxEntry.ID, isHanded: Bool = false
    ) async throws -> OutboxItem.ID? {
        let (target, choice): (StatusTarget, (OutboxEntry) throws -> OutboxChoice)
        switch intent {
        case .edit(let text, let edited):
            (target, choice) = (edited, { .edit(try maker.content(of: $0, with: text)) })
        case .delete(let deleted, let dependants): (target, choice) = (deleted, { _ in .giveUp(dependants) })
        default: return nil
        }
        let unsent = OutboxEntry.ID(rawValue: target.native)
        guard let entry = entries.state.value.unsent[unsent] else { return nil }
        guard entry.account == maker.account else { throw WritingError.unknownItem }
        do {
            try await entries.decide(
                try choice(entry), on: unsent, handed: isHanded ? id : nil, clearing: id)
        } catch OutboxRefusal.underWay {
            return nil
        }
        publish()
        return OutboxItem.ID(rawValue: unsent.rawValue)
    }

    /// The entry that an intent becomes, and the value that the server is known to have.
    func entry(
        of intent: WriteIntent, _ id: OutboxEntry.ID, by maker: EntryMaker
    ) async throws -> (OutboxEntry, known: String?) {
        if let wish = try maker.wish(intent, id: id) { return (wish, try await known(of: [wish])[wish.id]) }
        switch intent {
        case .reply(let text, let parent, let post):
            let known = try await alike(
                text, below: maker.native(parent), in: post ?? parent.post, by: maker.rules)
            return (try maker.reply(text, to: parent, in: post, known: known, id: id), nil)
        case .submit(let post, let name): return (try maker.submission(post, to: name, id: id), nil)
        case .edit(let text, let target):
            let stored = try await known.text(of: maker.native(target))
            return (try maker.change(text, of: target, stored: stored, dependants: nil, id: id), nil)
        case .delete(let target, let dependants):
            let stored = try await known.text(of: maker.native(target))
            return (try maker.change(nil, of: target, stored: stored, dependants: dependants, id: id), nil)
        case .own(let intent): return (try maker.entry(of: intent, id: id), nil)
        case .vote, .save, .hide, .read, .subscribe: throw WritingError.notApplicable
        }
    }

    /// The stored comments that a reply could be taken for.
    private func alike(
        _ text: String, below parent: StatusTarget, in post: Post.ID?, by rules: WritingRules
    ) async throws -> [String] {
        guard let post, !OutboxEntry.ID.isID(post.native) else { return [] }
        let above: Comment.Parent = parent.comment.map { .comment($0) } ?? .post(post)
        return OutboxText.known(
            among: try await known.comments(below: above, in: post), equalTo: text, by: rules)
    }

    // MARK: - Decisions, sending

    package func decide(_ decision: OutboxDecision, on id: OutboxItem.ID) async throws {
        try checkStoreIsOurs()
        try await opened()
        let entryID = OutboxEntry.ID(rawValue: id.rawValue)
        if try await decided(decision, onNotice: entryID) { return }
        guard let entry = entries.state.value.unsent[entryID] else { throw WritingError.unknownItem }
        let choice: OutboxChoice
        switch decision {
        case .send(let account): choice = .send(as: account)
        case .arrived(let dependants): choice = .arrived(result: nil, dependants)
        case .giveUp(let dependants, let isConsented): choice = .giveUp(dependants, withConsent: isConsented)
        case .edit(let text): choice = .edit(try editor(of: entry).content(of: entry, with: text))
        case .editPost(let post, let community):
            let editor = try editor(of: entry)
            let content = try editor.content(of: entry, with: post)
            choice = .edit(content, target: try community.map { try editor.source($0) })
        case .dismiss, .deleteCopy: throw WritingError.notApplicable
        }
        do {
            if case .send(let account?) = choice, account != entry.account, entry.account.isOfToken {
                try await give(entry, to: account)
            } else {
                try await entries.decide(choice, on: entryID)
            }
        } catch let refusal as OutboxRefusal {
            throw WritingError(refusal)
        }
        publish()
    }

    private func editor(of entry: OutboxEntry) throws -> EntryMaker {
        EntryMaker(
            account: entry.account, name: nil, rules: try writing(of: entry.account.site).rules,
            now: time.moment(in: boot), state: entries.state.value, kinds: own[entry.account.site] ?? [:])
    }

    package func send(as account: AccountKey, waitingFor ids: [OutboxItem.ID]?) async throws {
        try checkStoreIsOurs()
        try await opened()
        let account = try await named(account)
        // Who has just signed in sends at once.
        if !sendsUnasked { told.withLock { _ = $0[account.site, default: ToldAccounts()].asked.insert(account) } }
        await tell(account.site)
        await entries.handle(.sendNow(account))
        let wanted = ids.map { Set($0.map { OutboxEntry.ID(rawValue: $0.rawValue) }) }
        for await _ in entries.state.values {
            try Task.checkCancellation()
            guard await entries.isMoving(account, wanted) else { break }
        }
        try Task.checkCancellation()
        publish()
    }

    // MARK: - What is shown

    /// Shows what the outbox has now.
    func publish() {
        outbox.update { shown in
            let state = entries.state.value
            // What was taken over is shown as it is there, and no more once it is gone there.
            let left = left.withLock { left in
                left.removeAll { state.unsent[$0.id] != nil || state.sent[$0.id] != nil }
                return left
            }
            shown = OutboxState(state, left: left, contents: contents)
            shown.error = shown.error ?? takingFailure.withLock { $0 }
        }
    }
}
