import Core

/// An observable value whose changes can be put together and published as one.
@MainActor
final class BatchedValue<Value: Sendable & Equatable> {
    private let observed: ObservableValue<Value>
    /// The value that is being made, to be published as a whole.
    private var draft: Value?

    init(_ observed: ObservableValue<Value>) {
        self.observed = observed
    }

    /// The value that was published last.
    var published: Value { observed.value }

    /// The value with what is about to be published.
    var current: Value { draft ?? published }

    /// Publishes everything that `changes` changes as one value.
    func publish(_ changes: () -> Void) {
        guard draft == nil else { return changes() }
        draft = published
        changes()
        publishDraft()
    }

    private func publishDraft() {
        guard let next = draft else { return }
        draft = nil
        observed.set(next)
    }

    /// Changes the value: at once, or with what else is about to be published.
    func change(_ change: (inout Value) -> Void) {
        guard var value = draft else { return observed.update { change(&$0) } }
        // One owner at a time, so that a change copies no rows.
        draft = nil
        change(&value)
        draft = value
    }
}
