package import Core
package import Foundation

/// The stored answers to accounts, in a JSON store.
package final class DatabaseAnswerProvider: OfflineAnswerProvider {
    private let store: JSONStore
    private let viewers: CurrentViewers
    private let reads = SearchQueue(label: "Lantern.DatabaseAnswerProvider")

    /// The collections that a store needs to keep answers and their marks.
    package static var collections: [AnyCollectionSchema] { AnswerSchemas.all + StatusSchemas.all }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - store: A store that was opened by
    ///     ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    ///   - viewers: The accounts on this device: what comes for another one is not stored. All by default.
    package init(store: JSONStore, viewers: CurrentViewers = CurrentViewers()) {
        self.store = store
        self.viewers = viewers
    }

    package func answers(of account: AccountKey, isUnreadOnly: Bool, limit: Int?) async throws -> StoredAnswers {
        try await reads.run { [store] _ in
            try store.read { try $0.storedAnswers(of: account, isUnreadOnly: isUnreadOnly, limit: limit) }
        }
    }

    package func commit(_ commit: AnswerCommit) async throws -> Set<Answer.ID> {
        try await store.write(.buffered) { [viewers] transaction in
            // In its turn: what is removed of an account that is left may stand in front of it.
            guard viewers.isHere(commit.account) else { return [] }
            return try transaction.commit(commit)
        }
    }

    @discardableResult
    package func forget(before date: Date, isDryRun: Bool) async throws -> RetentionReport.Amount {
        let amount = try await reads.run { [store] _ in
            try store.read { try $0.forgettableAnswers(before: date) }
        }
        guard !isDryRun, !amount.ids.isEmpty else { return amount.amount }
        return try await store.write(.buffered) { transaction in
            // What was marked meanwhile stays.
            let now = try transaction.snapshot.forgettableAnswers(before: date)
            try transaction.forgetAnswers(now.ids)
            return now.amount
        }
    }

    package func lastCommit() async -> UInt64? { store.snapshot().version }

    package func changes() -> AsyncStream<Void> {
        let commits = store.commits()
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            for await commit in commits where commit.isReload || commit.concernsAnswers { continuation.yield() }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}

extension StoreCommit {
    /// Whether it changes what is stored of answers, or of their marks.
    fileprivate var concernsAnswers: Bool {
        !ids(in: AnswerSchemas.answers).isEmpty || !ids(in: AnswerSchemas.inboxes).isEmpty
            || ids(in: StatusSchemas.intents).contains { $0.owned.target.kind == .answer }
            || ids(in: StatusSchemas.confirmed).contains { $0.target.kind == .answer }
    }
}

extension StoreSnapshot {
    /// Reads the answers to an account, the newest first, with their marks.
    func storedAnswers(of account: AccountKey, isUnreadOnly: Bool, limit: Int?) throws -> StoredAnswers {
        var stored = StoredAnswers()
        let answers = try answers(of: account)
        let wanted = isUnreadOnly ? answers.filter { !$0.isRead } : answers
        stored.count = wanted.count
        stored.answers = limit.map { Array(wanted.prefix(max(0, $0))) } ?? wanted
        stored.unreadCount = answers.count { !$0.isRead }
        let inbox = try record(InboxRecord.id(of: account), in: AnswerSchemas.inboxes)
        stored.next = inbox?.next
        stored.refreshed = inbox?.refreshed
        return stored
    }

    private func answers(of account: AccountKey) throws -> [Answer] {
        let owner = MarkOwner.account(account)
        let records = try answerRecords(of: owner)
        let marks = try statuses(of: records.flatMap(\.targets), for: owner)
        return records.compactMap { record in
            guard var answer = record.answer else { return nil }
            for (index, target) in record.targets.enumerated() {
                let shown = marks[target]
                answer.notices[index].isRead = shown?.isRead ?? false
                answer.notices[index].isPending = shown?.pending.contains(.read) ?? false
            }
            return answer
        }
    }

    /// The stored answers to an account, the newest first.
    func answerRecords(of owner: MarkOwner) throws -> [AnswerRecord] {
        try window(of: AnswerSchemas.answers, in: AnswerSchemas.byDate == owner.description, .descending)
    }

    /// The answers that may be forgotten: they are old and read, and no mark of them is unsent.
    func forgettableAnswers(before date: Date) throws -> (ids: [OwnedTarget], amount: RetentionReport.Amount) {
        guard try count(of: AnswerSchemas.answers) > 0 else { return ([], RetentionReport.Amount()) }
        let unsent = try pendingOverlays().unsent
        let old = try records(in: AnswerSchemas.answers) { $0.date < date }
        let owners = Dictionary(grouping: old) { $0.id.owner }
        var ids: [OwnedTarget] = []
        for (owner, records) in owners {
            let marks = try statuses(of: records.flatMap(\.targets), for: owner)
            ids += records.filter { record in
                record.targets.allSatisfy { marks[$0]?.isRead == true && !unsent.contains($0) }
            }.map(\.id)
        }
        let wanted = Set(ids)
        let amount = try amounts(of: AnswerSchemas.answers) { wanted.contains($0.id) ? true : nil }[true]
        return (ids.sorted(), amount ?? RetentionReport.Amount())
    }
}

extension WriteTransaction {
    /// Stores what a server sent of the answers to an account.
    ///
    /// - Parameter commit: What it sent.
    /// - Returns: The answers that were not stored before.
    /// - Throws: ``StoreError``.
    mutating func commit(_ commit: AnswerCommit) throws -> Set<Answer.ID> {
        let owner = MarkOwner.account(commit.account)
        var new: Set<Answer.ID> = []
        var values: [StatusTarget: ConfirmedValues] = [:]
        for answer in commit.answers {
            let id = OwnedTarget(owner, .comment(answer.comment))
            // One that no store can keep costs the page nothing else.
            guard id.isReadable, answer.notices.allSatisfy({ !$0.native.isEmpty }) else { continue }
            values.merge(answer.confirmedValues) { first, _ in first }
            let old = try record(id, in: AnswerSchemas.answers)
            let merged = old?.answer.map { answer.merged(over: $0) } ?? answer
            let next = AnswerRecord(merged, stored: old?.stored ?? commit.date)
            guard next != old else { continue }
            try upsert(next, in: AnswerSchemas.answers)
            if old == nil { new.insert(answer.id) }
        }
        try note(commit)
        if case .unread(isWhole: true) = commit.place {
            // What the whole list of unread ones lacks is read.
            for record in try snapshot.answerRecords(of: owner) {
                for target in record.targets where values[target] == nil {
                    values[target] = ConfirmedValues(isRead: true)
                }
            }
        }
        var confirmation = Confirmation(account: commit.account, values: values, asOf: commit.asOf)
        confirmation.begun = commit.begun
        try confirm(confirmation, at: commit.date)
        return new
    }

    /// Notes what is known of the list on the server.
    private mutating func note(_ commit: AnswerCommit) throws {
        let id = InboxRecord.id(of: commit.account)
        var inbox =
            try record(id, in: AnswerSchemas.inboxes) ?? InboxRecord(id: id, next: nil, refreshed: commit.date)
        switch commit.place {
        case .head(let tail):
            inbox.refreshed = commit.date
            if let tail { inbox.next = tail.next }
        case .tail(let tail): inbox.next = tail.next
        case .unread: return
        }
        try upsert(inbox, in: AnswerSchemas.inboxes)
    }

    /// Removes answers with what was confirmed of their marks.
    mutating func forgetAnswers(_ ids: [OwnedTarget]) throws {
        for id in ids {
            guard let record = try record(id, in: AnswerSchemas.answers) else { continue }
            for target in record.targets {
                let own = OwnedTarget(id.owner, target)
                guard try self.record(own, in: StatusSchemas.confirmed) != nil else { continue }
                try delete(own, from: StatusSchemas.confirmed)
            }
            try delete(id, from: AnswerSchemas.answers)
        }
    }

    /// Removes the answers to an account, and what is known of its list; what was confirmed of it goes with the rest.
    ///
    /// - Returns: The number of records.
    mutating func wipeAnswers(of account: AccountKey) throws -> Int {
        // A store that was opened for statuses alone has none.
        guard snapshot.view.tables[AnswerSchemas.answers.name] != nil else { return 0 }
        let answers = try snapshot.answerRecords(of: .account(account))
        for answer in answers { try delete(answer.id, from: AnswerSchemas.answers) }
        let inbox = InboxRecord.id(of: account)
        guard try record(inbox, in: AnswerSchemas.inboxes) != nil else { return answers.count }
        try delete(inbox, from: AnswerSchemas.inboxes)
        return answers.count + 1
    }
}
