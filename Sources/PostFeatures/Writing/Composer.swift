import Core
import Foundation

/// The core of every screen on which somebody writes: the draft, who writes, the way into the outbox, and what becomes
/// of the text.
@MainActor
final class Composer {
    /// The functions of the view model that it writes for.
    struct Owner {
        /// The draft of what is written, of an id and an account at a date; `nil` where nothing is.
        var draft: @MainActor (Draft.ID, AccountKey?, Date) -> Draft?
        /// What is written, as it is to be queued.
        var intent: @MainActor () -> WriteIntent
        /// What is wrong with what is written.
        var problem: @MainActor (WritingRules) -> WritingProblem?
        /// The same words for an item that was refused; `nil` where it cannot be changed to them.
        var change: @MainActor (OutboxItem) -> Change?
        /// Publishes one state.
        var publish: @MainActor () -> Void
    }

    /// The way in which an item that was refused gets other words.
    enum Change {
        /// An intent, whose draft goes with it.
        case intent(WriteIntent)
        /// A decision.
        case decision(OutboxDecision)
    }

    /// What is shown besides the text.
    private(set) var shown = WritingState() {
        didSet { if shown != oldValue { owner?.publish() } }
    }
    /// The rules of the site; `nil` where nothing can be written.
    private(set) var rules: WritingRules?
    /// The functions of the view model; set once, before the first call.
    var owner: Owner?

    let site: Site
    private let kind: OutboxItem.Kind
    private let configuration: WritingConfiguration
    private let writing: (any WritingProvider)?
    private let drafts: any DraftProvider
    private let connectivity: (any ConnectivityProvider)?
    private let time: any TimeProvider
    private let random: any RandomSource
    private let keeper: DraftKeeper
    /// The id of the draft, which its item will have.
    private(set) var id: Draft.ID
    /// The item in the outbox, and the intent with which it was queued last.
    private var item: (id: OutboxItem.ID, intent: WriteIntent)?
    /// The item that was refused, whose words are in hand; `nil` where none was.
    private(set) var refused: OutboxItem.ID?
    private var isSeen = false
    private var isBusy = false
    private var isLoaded = false
    /// Whether somebody has chosen who writes.
    private var isChosen = false
    private var undoUntil: Date?
    private var observations: [ObservationToken] = []

    /// Creates a composer that has read nothing.
    init(_ kind: OutboxItem.Kind, on site: Site, _ configuration: WritingConfiguration) {
        (self.kind, self.site, self.configuration) = (kind, site, configuration)
        writing = Dependency.registered((any WritingProvider).self)
        drafts = Dependency.resolve((any DraftProvider).self)
        connectivity = Dependency.registered((any ConnectivityProvider).self)
        time = Dependency.clock
        random = Dependency.resolve((any RandomSource).self, default: SystemRandomSource())
        keeper = DraftKeeper(drafts, time: time, delay: configuration.draftDelay)
        id = OutboxItem.ID(random: random)
        keeper.onEnd = { [weak self] in self?.draftEnded($0) }
    }

    // MARK: - Opening

    /// Follows who is signed in and the outbox, and returns the draft with which somebody goes on writing.
    ///
    /// - Parameter find: Finds it among all drafts.
    /// - Returns: The draft; `nil` where there is none, and for a second call.
    func load(_ find: ([Draft], AccountKey?) -> Draft?) async -> Draft? {
        guard !isLoaded else { return nil }
        isLoaded = true
        rules = writing?.rules(on: site)
        if let writing, writing.kinds(on: site).contains(kind), rules != nil {
            if let accounts = writing.accounts(on: site) {
                observations.append(accounts.observe { [weak self] in self?.follow($0) })
            }
            observations.append(
                writing.outbox.observe { [weak self] outbox in
                    // Whoever is busy looks at the end.
                    if let self, !self.isBusy { self.follow(outbox) }
                })
        } else {
            shown.access = .unsupported
        }
        do {
            guard let draft = find(try await drafts.drafts(), shown.account) else { return nil }
            id = draft.id
            keeper.found(id)
            if let account = draft.account, shown.accounts.contains(where: { $0.key == account }) {
                (shown.account, isChosen) = (account, true)
            }
            (shown.draftDate, shown.isRestored) = (draft.date, true)
            return draft
        } catch {
            fail(error, .content)
            return nil
        }
    }

    /// Says that the text which is edited is another one than when the draft was begun.
    func setBaseChanged() { shown.isBaseChanged = true }

    private func follow(_ accounts: SiteAccounts) {
        var next = shown
        next.accounts = accounts.all.filter { $0.key != nil }
        // Whoever wrote this and is signed out still owns what is queued.
        let isHere = next.accounts.contains { $0.key == next.account }
        if !isHere { isChosen = false }
        // What is being written is of whoever began it: others take it only when somebody chooses them.
        let isBegun = next.account != nil && owner?.draft(id, next.account, time.now) != nil
        if !isChosen, item == nil, !isBegun { next.account = accounts.current?.key }
        next.access = isChosen || (isBegun ? isHere : accounts.current != nil) ? .allowed : .signedOut
        shown = next
    }

    // MARK: - Writing

    /// Takes note of a change by a person.
    func changed() {
        shown.problem = nil
        if shown.progress == .draft { shown.progress = nil }
        keep()
    }

    private func keep() { keeper.keep(owner?.draft(id, shown.account, time.now), id) }

    /// Stores the draft at once.
    func saveDraft() async { await keeper.flush() }

    /// Chooses who writes.
    func choose(_ account: AccountKey) {
        guard !shown.isLocked, shown.accounts.contains(where: { $0.key == account }) else { return }
        isChosen = true
        (shown.account, shown.access) = (account, .allowed)
        keep()
    }

    private func draftEnded(_ result: Result<Date?, any Error>) {
        switch result {
        case .success(let date):
            if !shown.isLocked { shown.draftDate = date }
        case .failure(let error): fail(error, .action)
        }
    }

    // MARK: - Sending

    /// Queues what is written, or changes and sends again what was refused.
    func send() async {
        guard !isBusy, !shown.isLocked, let owner else { return }
        guard let writing, let rules, shown.access != .unsupported else {
            shown.access = .unsupported
            return await keeper.flush()
        }
        if let problem = owner.problem(rules) {
            shown.problem = problem
            return await keeper.flush()
        }
        isBusy = true
        defer { isBusy = false }
        let before = shown.progress
        (shown.problem, shown.banner, shown.progress) = (nil, nil, .queueing)
        // Whatever happens from here on, it is stored.
        await keeper.flush()
        do {
            let account = try await writer(writing)
            let intent = owner.intent()
            if let refused = item {
                try await sendAgain(refused.id, from: refused.intent, to: intent, as: account, writing)
            } else {
                try await queue(intent, as: account, writing)
            }
            keeper.forget()
            var next = shown
            (next.draftDate, next.isRestored, next.isBaseChanged, next.banner) = (nil, false, false, nil)
            shown = next
            isSeen = true
            follow(writing.outbox.value)
        } catch {
            await failed(error, before)
        }
    }

    private func writer(_ writing: any WritingProvider) async throws -> AccountKey {
        if let account = shown.account { return account }
        let account = try await writing.account(on: site)
        shown.account = account
        return account
    }

    private func queue(_ intent: WriteIntent, as account: AccountKey, _ writing: any WritingProvider) async throws {
        let until = configuration.undo > .zero ? time.now + configuration.undo / .seconds(1) : nil
        let queued = try await writing.queue(intent, as: account, id: id, undo: configuration.undo)
        item = (queued ?? id, intent)
        (refused, undoUntil) = (nil, until)
        guard until != nil else { return }
        // Nothing changes in the outbox when the time is over and there is no network.
        Task { [weak self, time, undo = configuration.undo] in
            // A sleep that ends early is of no consequence.
            try? await time.sleep(for: undo)
            guard let self, let writing = self.writing else { return }
            self.follow(writing.outbox.value)
        }
    }

    private func sendAgain(
        _ refused: OutboxItem.ID, from old: WriteIntent, to new: WriteIntent, as account: AccountKey,
        _ writing: any WritingProvider
    ) async throws {
        guard let unsent = writing.outbox.value.items.first(where: { $0.id == refused }) else {
            // Somebody gave it up meanwhile.
            return try await queue(new, as: account, writing)
        }
        if new == old {
            let other = account == unsent.account ? nil : account
            try await writing.decide(.send(as: other), on: refused)
            return try await drafts.remove(id)
        }
        guard account == unsent.account, let change = owner?.change(unsent) else {
            // The words of another account, or of another place, are another text.
            try await writing.decide(.giveUp(nil), on: refused)
            try await queue(new, as: account, writing)
            return try await drafts.remove(refused.draftID)
        }
        switch change {
        case .intent(let intent): try await writing.queue(intent, as: account, id: id, undo: .zero)
        case .decision(let decision):
            try await writing.decide(decision, on: refused)
            try await drafts.remove(id)
        }
        item = (refused, new)
    }

    private func failed(_ error: any Error, _ before: WritingProgress?) async {
        shown.progress = before
        if let outbox = writing?.outbox.value, outbox.items.contains(where: { $0.id == item?.id }) { follow(outbox) }
        if error is CancellationError || Task.isCancelled { return }
        if item == nil, (error as? any CodedError)?.code == .unauthorized {
            shown.access = .signedOut
            keep()
            await keeper.flush()
            shown.progress = shown.banner == nil ? .draft : nil
            return
        }
        fail(error, .action)
    }

    // MARK: - Afterwards

    private func follow(_ outbox: OutboxState) {
        guard let item else { return }
        if let unsent = outbox.items.first(where: { $0.id == item.id }) {
            isSeen = true
            // What is typed from here on is a draft of its own, until it is sent again.
            if unsent.state == .failed, refused == nil { id = OutboxItem.ID(random: random) }
            refused = unsent.state == .failed ? unsent.id : nil
            shown.progress = progress(of: unsent)
        } else if let sent = outbox.sent.first(where: { $0.id == item.id }) {
            shown.progress = .sent(result: sent.result)
        } else if isSeen, !isBusy {
            Task { [weak self] in await self?.findOut(item.id) }
        } else if isSeen {
            shown.progress = .queued
        }
    }

    private func progress(of item: OutboxItem) -> WritingProgress {
        switch item.state {
        case .sending: return .sending
        case .checking: return .checking
        case .unsure: return .unsure
        case .failed: return .refused(item.reason)
        case .sent: return .sent(result: item.result)
        case .waiting: return .waiting(item.reason)
        case .pending:
            if item.attempts == 0, let undoUntil, undoUntil > time.now { return .undoable(until: undoUntil) }
            let isOffline = connectivity?.connectivity.value.offlineSince != nil
            return item.reason != nil || isOffline ? .waiting(item.reason) : .queued
        }
    }

    /// Finds out what became of an item that is in the outbox no longer: edits leave nothing behind there.
    private func findOut(_ gone: OutboxItem.ID) async {
        do {
            let isDraft = try await drafts.drafts().contains { $0.id == gone.draftID }
            guard item?.id == gone, let outbox = writing?.outbox.value else { return }
            guard !(outbox.items + outbox.sent).contains(where: { $0.id == gone }) else { return follow(outbox) }
            shown.progress = isDraft ? .draft : kind == .edit ? .sent(result: nil) : .discarded
            guard isDraft else { return }
            (id, item, refused) = (gone.draftID, nil, nil)
            keeper.found(id)
        } catch {
            fail(error, .content)
        }
    }

    /// Takes a text back that is in the outbox: it is a draft again.
    func takeBack() async {
        guard !isBusy, let writing, let old = item, shown.canTakeBack else { return }
        isBusy = true
        defer { isBusy = false }
        item = nil
        do {
            try await writing.decide(.giveUp(nil), on: old.id)
            id = old.id.draftID
            keeper.found(id)
            var next = shown
            (next.progress, next.draftDate, next.banner) = (nil, time.now, nil)
            shown = next
        } catch {
            item = old
            follow(writing.outbox.value)
            if !(error is CancellationError), !Task.isCancelled { fail(error, .action) }
        }
    }

    /// Ends writing: what is written stays as a draft, or is thrown away; what is in the outbox stays there.
    func close(keepingDraft: Bool) async {
        if keepingDraft || shown.isLocked {
            await keeper.flush()
            if !shown.isLocked, shown.draftDate != nil, shown.banner == nil { shown.progress = .draft }
            return
        }
        keeper.forget()
        do {
            if let refused = item?.id {
                (item, self.refused) = (nil, nil)
                try await writing?.decide(.giveUp(nil), on: refused)
                try await drafts.remove(refused.draftID)
            }
            try await drafts.remove(id)
            (shown.progress, shown.draftDate) = (.discarded, nil)
        } catch {
            if !(error is CancellationError), !Task.isCancelled { fail(error, .action) }
        }
    }

    /// Dismisses the banner.
    func dismissBanner() { shown.banner.dismiss() }

    private func fail(_ error: any Error, _ cause: Banner.Cause) {
        shown.banner = Banner(DataError(error), cause: cause)
    }
}
