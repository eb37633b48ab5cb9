/// Keeps what a person has set, and tells everybody who asked when it changes.
///
/// Contract:
/// - Safe from any thread.
/// - What ``settings`` holds has been committed, and synced: a change that cannot be stored is not shown.
/// - Changes are made one after the other, each on what the one before it left. One that changes nothing is no commit,
///   and nobody is told.
/// - A stored value that is malformed or out of range counts as its default and is one of the ``issues``. It stays in
///   the store until somebody sets another one.
/// - Settings of keys that this version does not know stay as they are, in ``ReadingSettings/unknownValues``.
public protocol SettingsProvider: Sendable {
    /// What is set now, and each change.
    var settings: ObservableValue<ReadingSettings> { get }

    /// The stored values that could not be used.
    var issues: [SettingsIssue] { get }

    /// Changes settings.
    ///
    /// - Parameter change: Changes them; it may run on any thread, and more than once.
    /// - Throws: ``DataError`` with the code `invalidInput` for a value that is not allowed, which its message names;
    ///   else the store's. Nothing has changed then.
    func update(_ change: @escaping @Sendable (inout ReadingSettings) -> Void) async throws

    /// Sets some settings, all of them or none.
    ///
    /// Other than ``update(_:)``, it takes the place of a stored value that could not be used also where what is set is
    /// the default that has stood in for it.
    ///
    /// - Parameter values: The values as JSON has them.
    /// - Throws: As ``update(_:)``; also for a key that is neither built in nor declared by the app.
    func set(_ values: [SettingKey: SettingValue]) async throws
}

extension SettingsProvider {
    /// Sets some settings by ``update(_:)``: enough for a provider that never has issues.
    ///
    /// - Parameter values: The values as JSON has them.
    /// - Throws: As ``update(_:)``.
    public func set(_ values: [SettingKey: SettingValue]) async throws {
        var checked = settings.value
        for (key, value) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            try checked.set(value, for: key)
        }
        let wanted = checked
        try await update { settings in
            for key in values.keys { settings.copy(key, from: wanted) }
        }
    }
}
