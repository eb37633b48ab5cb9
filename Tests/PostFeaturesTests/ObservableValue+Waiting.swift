import Core

extension ObservableValue {
    /// Waits for a value that fits; a value that is there already counts.
    @MainActor
    func first(where fits: @Sendable (Value) -> Bool) async {
        for await value in values where fits(value) { return }
    }
}
