/// Stores a person's settings, and announces their changes.
///
/// Contract:
/// - Safe from any thread.
/// - ``settings`` holds only what has been committed and synced.
/// - Changes are made one after the other, each to the result of the one before. A change of nothing is neither
///   committed nor announced.
/// - A stored value that is malformed or out of range counts as its default and is one of the ``issues``. It stays in
///   the store until another one is set.
/// - Settings of keys that this version does not know are kept, in ``ReadingSettings/unknownValues``.
public protocol SettingsProvider: Sendable {
    /// The current settings, and each change.
    var settings: ObservableValue<ReadingSettings> { get }

    /// The stored values that could not be used, in the order of the keys.
    var issues: [SettingsIssue] { get }

    /// Changes settings.
    ///
    /// - Parameter change: Changes the settings; it may run on any thread, and more than once.
    /// - Throws: ``DataError`` with the code `invalidInput` for a value that is not allowed, which its message names;
    ///   the store's. Nothing has changed then.
    func update(_ change: @escaping @Sendable (inout ReadingSettings) -> Void) async throws

    /// Sets some settings, all of them or none.
    ///
    /// Unlike ``update(_:)``, it also replaces an unusable stored value by the default.
    ///
    /// - Parameter values: The values as JSON.
    /// - Throws: As ``update(_:)``; also for a key that is neither built in nor declared by the app.
    func set(_ values: [SettingKey: SettingValue]) async throws
}

extension SettingsProvider {
    /// Sets some settings by ``update(_:)``, which suffices for a provider that never has issues.
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
