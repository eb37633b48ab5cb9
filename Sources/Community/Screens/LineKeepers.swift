import Core

/// The keepers of all lines that are typed: what a person has typed a moment before they leave is stored first, so that it
/// is kept or removed with the rest, and does not come behind the removal.
@MainActor
final class LineKeepers {
    private struct Kept {
        let account: AccountKey?
        weak var keeper: LineKeeper?
    }

    private var kept: [Kept] = []

    /// Creates a list of none.
    nonisolated init() {}

    /// Adds a keeper, for as long as it lives.
    ///
    /// - Parameters:
    ///   - keeper: The keeper.
    ///   - account: The account that types.
    func add(_ keeper: LineKeeper, of account: AccountKey?) {
        kept.removeAll { $0.keeper == nil }
        kept.append(Kept(account: account, keeper: keeper))
    }

    /// Stores at once what an account has typed; a keeper says itself what cannot be stored.
    ///
    /// - Parameter account: The account.
    func flush(of account: AccountKey?) async {
        for kept in kept where kept.account == account { _ = await kept.keeper?.flush() }
    }

    /// Stores nothing more of what an account has typed, as everything of it was removed.
    ///
    /// - Parameter account: The account.
    func discard(of account: AccountKey?) async {
        for kept in kept where kept.account == account { await kept.keeper?.discard() }
    }
}
