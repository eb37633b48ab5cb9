import Core

/// The storing of one draft: a moment after the first change, with whatever was typed by then.
///
/// It lives until that is stored, also where its view model does not.
@MainActor
final class LineKeeper {
    /// The id of the draft.
    let id: Draft.ID

    /// The longest time from a change until it is stored.
    private static let pause = Duration.milliseconds(400)
    private let drafts: any DraftProvider
    private let time: any TimeProvider
    private let failed: @MainActor (any Error) -> Void
    /// The change of the store that is due; `nil` for none.
    private var wanted: Wanted?
    /// Whether the draft is in the store, or may be.
    private var isThere: Bool
    /// The keepers of drafts whose words this one has as well; they go once it is stored.
    private var replaced: [LineKeeper] = []
    /// The ids of the draft and of those.
    var ids: [Draft.ID] { [id] + replaced.flatMap(\.ids) }
    private var timer: Task<Void, Never>?
    private var last: Task<Void, Never>?

    private enum Wanted {
        case draft(Draft)
        case removal
    }

    /// Creates a keeper that has nothing to store.
    ///
    /// - Parameters:
    ///   - id: The id of the draft.
    ///   - isThere: Whether it is in the store.
    ///   - drafts: The store.
    ///   - time: The clock.
    ///   - failed: Told why something could not be stored.
    init(
        _ id: Draft.ID, isThere: Bool, in drafts: any DraftProvider, time: any TimeProvider,
        failed: @escaping @MainActor (any Error) -> Void
    ) {
        (self.id, self.isThere, self.drafts, self.time, self.failed) = (id, isThere, drafts, time, failed)
    }

    /// Stores the draft soon, or removes it where there is none any more.
    func keep(_ draft: Draft?) {
        guard draft != nil || isThere else {
            wanted = nil
            return
        }
        wanted = draft.map { Wanted.draft($0) } ?? Wanted.removal
        guard timer == nil else { return }
        timer = Task {
            do {
                try await time.sleep(for: Self.pause)
            } catch {
                // It is stored at once, or no more.
                return
            }
            timer = nil
            await save()
        }
    }

    /// Removes the draft of another keeper once this one is stored, which has its words as well: at no moment they are in
    /// neither.
    func replace(_ other: LineKeeper) {
        if other.isThere || !other.replaced.isEmpty { replaced.append(other) } else { other.forget() }
    }

    /// Stores the draft where that removes others whose words it has.
    func removeReplaced() async {
        if !replaced.isEmpty { _ = await flush() }
    }

    /// Stores at once what is to be stored.
    ///
    /// - Returns: Whether nothing is left to be stored.
    func flush() async -> Bool {
        timer?.cancel()
        timer = nil
        await save()
        return wanted == nil && replaced.isEmpty
    }

    /// Stores nothing more: the text is in the outbox.
    func forget() {
        timer?.cancel()
        (timer, wanted) = (nil, nil)
    }

    /// Stores nothing more, and removes what was being stored until now.
    func discard() async {
        forget()
        if isThere { wanted = .removal }
        await save()
    }

    /// Stores one thing after the other, the newest words last.
    private func save() async {
        let before = last
        let task = Task {
            await before?.value
            await write()
        }
        last = task
        await task.value
        if last == task { last = nil }
    }

    private func write() async {
        if let now = wanted {
            wanted = nil
            guard await write(now) else { return }
        }
        while let other = replaced.first {
            other.keep(nil)
            guard await other.flush() else { return }
            replaced.removeAll { $0 === other }
        }
    }

    private func write(_ now: Wanted) async -> Bool {
        do {
            switch now {
            case .draft(let draft):
                isThere = true
                try await drafts.store(draft)
            case .removal:
                try await drafts.remove(id)
                isThere = false
            }
            return true
        } catch {
            // With the next change, or when the screen goes.
            if wanted == nil { wanted = now }
            failed(error)
            return false
        }
    }
}
