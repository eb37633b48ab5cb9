import Synchronization

extension DefaultWritingProvider {
    /// Whether this process only reads the store, so that what it queues is left for the one that writes.
    package var isLeaving: Bool { handover?.isLeaving ?? false }

    /// Reads the outbox of the process that writes, and forgets what that one has taken over: it is shown as it is there,
    /// and no more where it is done.
    func showLeft() async throws {
        let left = left.withLock { Set($0.map(\.id)) }
        let waiting = left.isEmpty ? [] : try await handover?.waiting() ?? []
        try await entries.show()
        self.left.withLock { own in own.removeAll { left.contains($0.id) && !waiting.contains($0.id) } }
        if left != waiting { publish() }
    }

    /// Takes over what other processes have left, in order and each once.
    ///
    /// - Throws: A ``CodedError`` when the store cannot be read or written, and what is left stays; `CancellationError`.
    package func takeHanded() async throws {
        guard let handover, !handover.isLeaving else { return }
        try await taking.run(0) {
            do {
                for intent in try await handover.handed() { try await take(intent) }
                takingFailure.withLock { $0 = nil }
            } catch {
                if !error.isCancellation { takingFailure.withLock { $0 = DataError(error) } }
                throw error
            }
        }
    }

    /// Makes an intent an entry, in the commit in which it is no longer one that was left.
    private func take(_ handed: HandedIntent) async throws {
        // What nobody here writes to is left for an app that does.
        guard let writing = sites[handed.account.site] else { return }
        // It may be about something that was queued before it was known whose the token is.
        await takeNamed(on: handed.account.site)
        let maker = maker(for: handed.account, in: writing, at: handed.queued)
        do {
            if try await changeUnsent(handed.intent, by: maker, handed.id, isHanded: true) != nil { return }
            let (entry, known) = try await entry(of: handed.intent, handed.id, by: maker)
            try check(entry, in: writing)
            try await entries.queue([(entry: entry, known: known)], handed: handed.id)
        } catch let refusal as OutboxRefusal {
            try await keep(handed, by: maker, refusedBecause: WritingError(refusal))
        } catch let refusal as WritingError {
            try await keep(handed, by: maker, refusedBecause: refusal)
        } catch let refusal as DataError where [.invalidInput, .malformed].contains(refusal.code) {
            try await keep(handed, by: maker, refusedBecause: refusal)
        }
    }

    /// Keeps an intent that cannot be followed any more, as one that failed, with its text.
    private func keep(
        _ handed: HandedIntent, by maker: EntryMaker, refusedBecause error: any CodedError
    ) async throws {
        let entry = try maker.refused(handed.intent, id: handed.id)
        try await entries.keepFailed(entry, OutboxEntry.Reason(error))
    }

    /// Leaves an intent for the process that writes, and shows it.
    ///
    /// - Parameters:
    ///   - intent: What the person wants.
    ///   - entry: What it becomes, as far as this process knows.
    /// - Throws: ``WritingError`` where it could not be followed; a ``CodedError`` when the disk fails.
    func leave(_ intent: WriteIntent, as entry: OutboxEntry) async throws {
        try checkDependants(of: intent)
        try await handover?.leave(HandedIntent(intent, id: entry.id, as: entry.account, at: entry.queued))
        left.withLock { left in
            // Of wishes only the newest counts, here as there.
            if entry.policy.isToggle { left.removeAll { $0.policy.isToggle && $0.lane == entry.lane } }
            left.append(entry)
        }
        publish()
    }

    /// Throws for the deletion of an unsent text for which others wait, as far as this process sees, where nobody has said
    /// what becomes of them: the process that writes could only keep it as one that failed.
    func checkDependants(of intent: WriteIntent) throws(WritingError) {
        guard case .delete(let target, nil) = intent else { return }
        let id = OutboxEntry.ID(rawValue: target.native)
        let left = left.withLock { $0 }
        let stored = entries.state.value.unsent
        let all = Array(stored.values) + left.filter { stored[$0.id] == nil }
        // One that may arrive yet is deleted then, and others go on to wait.
        guard let deleted = all.first(where: { $0.id == id }), ![.sending, .checking].contains(deleted.state) else {
            return
        }
        let waiting = all.filter { $0.waitsFor.contains(id) && $0.amendment?.entry != id }
        if !waiting.isEmpty { throw .hasDependants(waiting.map { OutboxItem.ID(rawValue: $0.id.rawValue) }) }
    }

    /// Sends on after ``suspend()``, once the store is this process's again.
    package func resume() async {
        guard !isLeaving else { return }
        await entries.handle(.resumed)
        publish()
    }

    /// Throws for an entry of a kind that its site does not have: neither the backend's nor the app's own.
    func check(_ entry: OutboxEntry, in writing: SiteWriting) throws(DataError) {
        let site = entry.account.site
        guard writing.kinds.contains(entry.kind) || own[site]?[entry.kind] != nil else {
            throw DataError(.invalidInput, message: "'\(site)' has no '\(entry.kind)'.")
        }
    }

    /// Throws where another process has the store, which alone can do what is asked for.
    func checkStoreIsOurs() throws(DataError) {
        guard isLeaving else { return }
        throw DataError(
            .storeBusy, message: "Another program has the store open. Do it there, or end that program and try again.")
    }
}

extension EntryMaker {
    /// The entry of an intent that cannot be followed: it has its words, and waits for nothing.
    ///
    /// - Parameters:
    ///   - intent: The intent.
    ///   - id: The id of the entry.
    /// - Returns: The entry.
    /// - Throws: ``DataError`` when its content cannot be coded.
    func refused(_ intent: WriteIntent, id: OutboxEntry.ID) throws -> OutboxEntry {
        func entry(
            _ kind: OutboxEntry.Kind, _ target: StatusTarget, value: String? = nil, thread: Post.ID? = nil,
            _ content: OutboxText = OutboxText()
        ) throws -> OutboxEntry {
            OutboxEntry(
                id: id, account: account, kind: kind, payload: content.payload(), target: target, thread: thread,
                field: OutboxEntry.laneField(of: kind), thing: target.native, value: value,
                policy: rules.policy(of: kind), at: now)
        }
        // One without a name could not be stored.
        func source(_ name: String) -> StatusTarget {
            StatusTarget(.source, site: account.site, native: name.isEmpty ? "r/" : name)
        }
        switch intent {
        case .vote(let vote, let target):
            return try entry(.vote, target, value: vote.map { $0 == .up ? "1" : "-1" } ?? "0")
        case .save(let isOn, let target): return try entry(.save, target, value: isOn ? "1" : "0")
        case .hide(let isOn, let target): return try entry(.hide, target, value: isOn ? "1" : "0")
        case .read(let isOn, let target): return try entry(.read, target, value: isOn ? "1" : "0")
        case .subscribe(let isOn, let name): return try entry(.subscribe, source(name), value: isOn ? "1" : "0")
        case .reply(let text, let parent, let post):
            return try entry(.reply, parent, thread: post ?? parent.post, OutboxText(text: text))
        case .submit(let post, let name):
            return try entry(.submit, source(name), OutboxText(title: post.title, text: post.text, url: post.url))
        case .edit(let text, let target): return try entry(.edit, target, OutboxText(text: text))
        case .delete(let target, _): return try entry(.delete, target)
        case .own(let intent):
            return OutboxEntry(
                id: id, account: account, kind: OutboxEntry.Kind(rawValue: intent.kind.rawValue),
                version: intent.version, payload: intent.payload.canonical, target: intent.target, field: "own",
                thing: intent.lane, policy: OutboxEntry.Policy(.never), at: now)
        }
    }
}
