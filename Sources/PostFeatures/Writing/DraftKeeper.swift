import Core
import Foundation

/// A keeper of one draft: it stores what was typed a moment after the first change, and whatever was typed by then.
///
/// It lives until that is stored, also where its view model does not.
@MainActor
final class DraftKeeper {
    /// Told of the date of the draft that is stored, `nil` for none, and of failures.
    var onEnd: (@MainActor (Result<Date?, any Error>) -> Void)?

    private let drafts: any DraftProvider
    private let time: any TimeProvider
    private let delay: Duration
    /// What is to be stored; `nil` where nothing is.
    private var wanted: (id: Draft.ID, draft: Draft?)?
    /// The draft that is in the store.
    private var stored: Draft.ID?
    private var timer: Task<Void, Never>?
    private var last: Task<Void, Never>?

    /// Creates a keeper of nothing.
    init(_ drafts: any DraftProvider, time: any TimeProvider, delay: Duration) {
        (self.drafts, self.time, self.delay) = (drafts, time, delay)
    }

    /// Takes note of a draft that was read from the store.
    func found(_ id: Draft.ID) { stored = id }

    /// Stores a draft soon, or removes it where there is none any more.
    func keep(_ draft: Draft?, _ id: Draft.ID) {
        guard draft != nil || stored == id || last != nil else {
            wanted = nil
            return
        }
        wanted = (id, draft)
        guard timer == nil else { return }
        timer = Task {
            do {
                try await time.sleep(for: delay)
            } catch {
                // A sleep ends early for one reason only: it is stored at once.
                return
            }
            timer = nil
            await save()
        }
    }

    /// Stores at once what is to be stored.
    func flush() async {
        timer?.cancel()
        timer = nil
        await save()
    }

    /// Stores nothing more of what was typed: it is in the outbox.
    func forget() {
        timer?.cancel()
        (timer, wanted, stored) = (nil, nil, nil)
    }

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
        guard let (id, draft) = wanted else { return }
        wanted = nil
        do {
            if let draft {
                let isStored = try await drafts.store(draft)
                stored = isStored ? id : nil
                onEnd?(.success(isStored ? draft.date : nil))
            } else {
                try await drafts.remove(id)
                stored = nil
                onEnd?(.success(nil))
            }
        } catch {
            // With the next change, or when the screen is closed.
            if wanted == nil { wanted = (id, draft) }
            onEnd?(.failure(error))
        }
    }
}
