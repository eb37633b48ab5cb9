import Core
import Foundation
import Synchronization

/// The wishes that lie in a store's folder for the process that writes, as one that only reads shows them.
///
/// They are read from the folder once, and then known as this process leaves more. One that was taken over is shown as it
/// is in the store; one that left it again is shown no more.
final class LeftWishes: Sendable {
    private struct Wish {
        let intent: HandedIntent
        /// Whether a version of the store had it.
        var isTaken = false
        /// The version of the store at which it lay in the folder no more, and was not in the store either.
        var goneAt: UInt64?
    }

    private struct State {
        /// In the order in which they were left; `nil` before the folder was read.
        var wishes: [Wish]?
        var changeCount: UInt64 = 0
    }

    private let state = Mutex(State())
    private let folder: HandoverFolder

    init(in folder: HandoverFolder) {
        self.folder = folder
    }

    /// Takes a wish that this process has just left.
    func take(_ intent: HandedIntent) {
        guard intent.wish != nil else { return }
        state.withLock { state in
            // Whoever reads the folder finds it there.
            guard let wishes = state.wishes else { return }
            state.wishes = Self.adding(intent, to: wishes)
            state.changeCount += 1
        }
    }

    /// The number that changes with what was left; what is made of a store without any has the same.
    var changeCount: UInt64 { state.withLock { $0.changeCount } }

    /// Whether nothing was left.
    var isEmpty: Bool {
        state.withLock { state in
            if state.wishes == nil { state.wishes = readFolder().reduce([]) { Self.adding($1, to: $0) } }
            return state.wishes?.isEmpty ?? true
        }
    }

    /// Returns the wishes to show beside what a version of the store has, in the order in which they were left.
    ///
    /// - Parameters:
    ///   - version: The number of the store's last commit in it.
    ///   - handed: The intents in it that are no entries yet.
    ///   - isEntry: Whether it has the entry of this id.
    /// - Returns: The wishes.
    /// - Throws: The errors of the closures.
    func shown(
        at version: UInt64, beside handed: [HandedIntent], isEntry: (OutboxEntry.ID) throws -> Bool
    ) throws -> [HandedIntent] {
        guard !isEmpty else { return handed }
        let taken = Set(handed.map(\.id))
        // The folder first: what leaves it meanwhile is in the store by then.
        let lying = Set(readFolder().map(\.id))
        return try state.withLock { state in
            var kept: [Wish] = []
            var shown = handed
            for var wish in state.wishes ?? [] {
                let id = wish.intent.id
                if try taken.contains(id) || isEntry(id) {
                    wish.isTaken = true
                    kept.append(wish)
                    continue
                }
                // It is done, or was given up.
                if wish.isTaken { continue }
                if !lying.contains(id) {
                    guard wish.goneAt.map({ version <= $0 }) ?? true else { continue }
                    // A version that was read later may have it.
                    wish.goneAt = wish.goneAt ?? version
                }
                kept.append(wish)
                shown.append(wish.intent)
            }
            state.wishes = kept
            return shown
        }
    }

    /// Adds a wish in the place of older ones for the same field of the same account.
    private static func adding(_ intent: HandedIntent, to wishes: [Wish]) -> [Wish] {
        let new = intent.wish
        let others = wishes.filter { other in
            let old = other.intent.wish
            return other.intent.account != intent.account || old?.field != new?.field || old?.target != new?.target
        }
        return others + [Wish(intent: intent)]
    }

    /// The wishes that lie in the folder; none where it cannot be read: whoever leaves something there is told.
    private func readFolder() -> [HandedIntent] {
        // As said above.
        let left = (try? folder.payloads(of: LeftIntent.kind)) ?? []
        return left.compactMap { left in
            if case .known(let intent) = left, intent.wish != nil { intent } else { nil }
        }
    }
}

extension HandedIntent {
    /// The value of a field that it sets, for what has one.
    fileprivate var wish: (field: StatusField, target: StatusTarget, value: String)? {
        switch intent {
        case .vote(let vote, let target): (.vote, target, vote.map { $0 == .up ? "1" : "-1" } ?? "0")
        case .save(let isOn, let target): (.saved, target, isOn ? "1" : "0")
        case .hide(let isOn, let target): (.hidden, target, isOn ? "1" : "0")
        case .read(let isOn, let target): (.read, target, isOn ? "1" : "0")
        case .subscribe, .reply, .submit, .edit, .delete, .own: nil
        }
    }
}

extension DerivedValues {
    /// The wishes that lie in a folder.
    fileprivate func left(in folder: HandoverFolder?) -> LeftWishes? {
        folder.map { folder in object("left") { LeftWishes(in: folder) } }
    }
}

extension StoreEnvironment {
    /// The wishes that are left for the process that writes; `nil` in that process.
    var left: LeftWishes? { derived.left(in: leavingFolder) }
}

extension StoreView {
    /// The wishes that are left for the process that writes; `nil` in that process.
    var left: LeftWishes? { derived.left(in: leavingFolder) }
}

extension StoreSnapshot {
    /// Whether other processes have left something for the one that writes that is no entry of the outbox yet.
    ///
    /// - Returns: False in a process that writes.
    /// - Throws: ``StoreError``.
    func hasLeftIntents() throws -> Bool {
        guard let left = view.left, view.tables[OutboxSchemas.handed.name] != nil else { return false }
        return try !left.isEmpty || count(of: OutboxSchemas.handed) > 0
    }

    /// What other processes are to set, and the outbox does not have yet, behind everything that it has.
    ///
    /// - Returns: The intents, in their order; none in a process that writes.
    /// - Throws: ``StoreError``.
    func leftIntents() throws -> [IntentRecord.ID] {
        // An app may keep posts without an outbox.
        guard let left = view.left, view.tables[OutboxSchemas.entries.name] != nil else { return [] }
        let handed = try window(of: OutboxSchemas.handed).sorted { $0.number < $1.number }.map(\.intent)
        let shown = try left.shown(
            at: version, beside: handed, isEntry: { try contains($0, in: OutboxSchemas.entries) })
        return shown.enumerated().compactMap { index, intent in
            guard let wish = intent.wish else { return nil }
            let date = intent.queued.date.timeIntervalSince1970
            let id = IntentRecord.ID(
                owned: OwnedTarget(.account(intent.account), wish.target), field: wish.field.rawValue,
                number: .max - UInt64(shown.count - index), wish: wish.value, date: date.isFinite ? date : 0,
                entry: intent.id.rawValue)
            return id.owned.isReadable ? id : nil
        }
    }
}
