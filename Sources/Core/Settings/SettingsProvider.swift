/// Keeps what a person has set, and tells everybody who asked when it changes.
///
/// Contract:
/// - Safe from any thread.
/// - What ``settings`` holds has been committed, and synced: a change that cannot be stored is not shown.
/// - Changes are made one after the other, each on what the one before it left. One that changes nothing is no commit,
///   and nobody is told.
/// - A stored value that is malformed or out of range counts as its default and is one of the ``issues``. It stays in
///   the store until somebody sets another one.
public protocol SettingsProvider: Sendable {
    /// What is set now, and each change.
    var settings: ObservableValue<ReadingSettings> { get }

    /// The stored values that could not be used.
    var issues: [SettingsIssue] { get }

    /// Changes settings.
    ///
    /// - Parameter change: Changes them; it may run on any thread.
    /// - Throws: ``DataError`` with the code `invalidInput` for a value that is not allowed, which its message names;
    ///   else the store's. Nothing has changed then.
    func update(_ change: @escaping @Sendable (inout ReadingSettings) -> Void) async throws
}
