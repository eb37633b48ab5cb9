public import Core
import Foundation
import Synchronization

/// A person's settings in a JSON store.
///
/// Each setting that was changed is a record of its own with the date of its last change. Changes are synced. The
/// provider follows the store's commits, so that several providers on one store, and imports, agree.
///
/// A stored value that is malformed, out of range or written by a newer version counts as its default, is one of the
/// ``issues``, and stays until it is set again. Settings of unknown keys are kept, in `ReadingSettings.unknownValues`.
///
/// ```swift
/// let store = try JSONStore(directory: path, collections: DatabaseSettingsProvider.collections)
/// let provider = try DatabaseSettingsProvider(store: store)
/// Dependency.register((any SettingsProvider).self) { provider }
/// ```
public final class DatabaseSettingsProvider: SettingsProvider {
    public let settings: ObservableValue<ReadingSettings>

    private let store: JSONStore
    private let time: any TimeProvider
    /// The app's own settings.
    private let declared: OwnSettings
    private let state: Mutex<State>
    private let follower = Mutex<Task<Void, Never>?>(nil)

    private struct State {
        /// The commit that the settings are from.
        var version: UInt64
        var issues: [SettingsIssue]
    }

    /// The collections that a store needs to serve settings.
    package static var collections: [AnyCollectionSchema] { SettingSchemas.all }

    /// Creates a provider, reads the stored settings, and follows their changes from then on.
    ///
    /// It reads one record for each key, some microseconds each.
    ///
    /// - Parameters:
    ///   - store: A store that was opened by ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    ///   - own: The definitions of the app's own settings: `Setting.definition` of each; none by default.
    ///   - languages: The languages that the app has besides the built-in ones; none by default.
    ///   - time: The clock that dates changes; the registered one by default, else the system's.
    /// - Throws: ``StoreError`` when the disk fails; `DataError` with the code `invalidInput` where two settings have
    ///   one name, or that of a built-in one, or a default is not allowed.
    public init(
        store: JSONStore, own: [SettingDefinition] = [], languages: [InterfaceLanguage] = [],
        time: any TimeProvider = Dependency.clock
    ) throws {
        self.store = store
        self.time = time
        declared = try OwnSettings(own, languages: languages)
        // Asked for before the first look, so that nothing is missed between the two.
        let commits = store.commits()
        let declared = declared
        let (stored, version) = try store.read { (try StoredSettings($0, declared: declared), $0.version) }
        settings = ObservableValue(stored.settings)
        state = Mutex(State(version: version, issues: stored.issues))
        follower.withLock { follower in
            follower = Task { [weak self] in
                for await commit in commits where !commit.ids(in: SettingSchemas.settings).isEmpty {
                    guard let self else { return }
                    self.follow()
                }
            }
        }
    }

    deinit {
        follower.withLock { $0 }?.cancel()
    }

    public var issues: [SettingsIssue] { state.withLock { $0.issues } }

    /// Changes settings, synced.
    ///
    /// - Parameter change: Changes them. It runs on the store's thread, and may run a second time.
    /// - Throws: `DataError` with the code `invalidInput` for a value that is not allowed; ``StoreError`` when the disk
    ///   fails; `CancellationError` when the task was cancelled before the batch began. Nothing has changed then.
    public func update(_ change: @escaping @Sendable (inout ReadingSettings) -> Void) async throws {
        try await commit { stored in
            var new = stored.settings
            change(&new)
            new = try new.validated()
            return (new, new.definitions.map(\.key).filter { new[$0] != stored.settings[$0] })
        }
    }

    public func set(_ values: [SettingKey: SettingValue]) async throws {
        try await commit { stored in
            var new = stored.settings
            // An unknown key is refused too.
            for (key, value) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                try new.set(value, for: key)
            }
            let unusable = Set(stored.issues.map(\.key))
            let keys = new.definitions.map(\.key).filter {
                values[$0] != nil && (new[$0] != stored.settings[$0] || unusable.contains($0.rawValue))
            }
            return (new, keys)
        }
    }

    /// Commits new values of some keys, calculated from the stored ones, and publishes them.
    private func commit(
        _ change: @escaping @Sendable (StoredSettings) throws -> (settings: ReadingSettings, keys: [SettingKey])
    ) async throws {
        let now = time.now
        // Settings of other versions are never changed here.
        var base = ReadingSettings()
        base.own = declared
        base.own.unknown = settings.value.unknownValues
        let unset = base
        let (stored, version) = try await store.write(.synced) { transaction -> (StoredSettings, UInt64?) in
            let (new, keys) = try change(try transaction.storedSettings(unset))
            for key in keys {
                try transaction.upsert(SettingRecord(key, new[key], changed: now), in: SettingSchemas.settings)
            }
            return (try transaction.storedSettings(unset), keys.isEmpty ? nil : transaction.number)
        }
        if let version {
            show(stored, of: version)
        } else {
            // Nothing was committed; another provider may have committed the same meanwhile.
            try showCommitted()
        }
    }

    private func showCommitted() throws {
        let (stored, version) = try store.read { (try StoredSettings($0, declared: declared), $0.version) }
        show(stored, of: version)
    }

    /// Publishes committed settings, unless newer ones are published already.
    private func show(_ stored: StoredSettings, of version: UInt64) {
        settings.update { settings in
            // The inner lock is always taken inside the outer one, and observers are called when both are free.
            let isNewer = state.withLock { state in
                guard version >= state.version else { return false }
                state = State(version: version, issues: stored.issues)
                return true
            }
            if isNewer { settings = stored.settings }
        }
    }

    private func follow() {
        do {
            try showCommitted()
        } catch {
            // The published settings stay; the next commit or change reads the disk again.
        }
    }
}

extension WriteTransaction {
    /// The settings with the changes of this batch.
    fileprivate func storedSettings(_ base: ReadingSettings) throws -> StoredSettings {
        try StoredSettings(base) { try record($0.rawValue, in: SettingSchemas.settings) }
    }
}
