public import Core

/// The settings screen: shows and changes settings, and reports values that could not be used or stored.
///
/// ```swift
/// let screen = SettingsViewModel()
/// let token = screen.state.observe { draw($0) }
/// screen.load()
/// await screen.set("hidden", for: .nsfw)
/// await screen.set(\.pageSize, to: 50)
/// await screen.add("spoiler*", to: .blockedWords)
/// ```
///
/// It starts nothing by itself: call ``load()``. The result of a method is in ``state`` when it returns. Nothing
/// throws: a value that is not allowed or cannot be stored becomes ``State/banner``, and the old value stays. Changes
/// at the same time are made one after the other, and none is lost. An app's own settings are shown and changed like
/// built-in ones.
@MainActor
public final class SettingsViewModel {
    /// The state of the screen, to draw.
    public struct State: Equatable, Sendable {
        /// The committed settings.
        public internal(set) var settings: ReadingSettings
        /// The stored values that could not be used.
        public internal(set) var issues: [SettingsIssue]
        /// The number of changes that are being stored.
        public internal(set) var pendingCount = 0
        /// The last failure, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state for previews and snapshot tests.
        ///
        /// - Parameters:
        ///   - settings: The settings; the defaults by default.
        ///   - issues: The stored values that could not be used.
        ///   - pendingCount: The number of changes that are being stored.
        ///   - banner: The last failure.
        public init(
            settings: ReadingSettings = ReadingSettings(), issues: [SettingsIssue] = [], pendingCount: Int = 0,
            banner: Banner? = nil
        ) {
            self.settings = settings
            self.issues = issues
            self.pendingCount = pendingCount
            self.banner = banner
        }

        /// Lists the settings of a section.
        ///
        /// - Parameter section: The section.
        /// - Returns: Its rows in order.
        public func rows(in section: SettingsSection) -> [SettingRow] {
            switch section {
            case .app: settings.definitions.map(\.key).filter { !$0.isBuiltIn }.map(row)
            case .unknown: settings.unknownValues.keys.sorted { $0.rawValue < $1.rawValue }.map(row)
            case .reading, .filters, .appearance, .storage: section.keys.map(row)
            }
        }

        /// Returns the row of a setting.
        ///
        /// - Parameter key: The setting's key.
        /// - Returns: Its row.
        public func row(_ key: SettingKey) -> SettingRow { SettingRow(key, in: settings, issues: issues) }
    }

    /// The state to draw.
    public let state: ObservableValue<State>

    private let provider: any SettingsProvider
    private var observation: ObservationToken?

    /// Creates a view model of the settings; resolves `SettingsProvider`, by default one in memory.
    public init() {
        provider = Dependency.settings
        state = ObservableValue(State(settings: provider.settings.value, issues: provider.issues))
    }

    /// Follows the settings, including changes that are made elsewhere.
    public func load() {
        guard observation == nil else { return }
        observation = provider.settings.observe { [weak self] _ in self?.show() }
    }

    /// Stops following changes; ``load()`` starts again.
    public func stop() {
        observation = nil
    }

    // MARK: Changes

    /// Sets a setting from a text that a person typed or chose.
    ///
    /// - Parameters:
    ///   - text: The text; see `ReadingSettings.set(_:for:)`.
    ///   - key: The setting's key.
    public func set(_ text: String, for key: SettingKey) async {
        await perform { provider in
            var checked = provider.settings.value
            try checked.set(text, for: key)
            try await provider.set([key: checked[key]])
        }
    }

    /// Sets a setting.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The setting's key.
    public func set(_ value: SettingValue, for key: SettingKey) async {
        await perform { try await $0.set([key: value]) }
    }

    /// Sets a setting by its property.
    ///
    /// - Parameters:
    ///   - property: The property of the setting, such as `\.pageSize`.
    ///   - value: The value.
    public func set<Value: Sendable>(
        _ property: any WritableKeyPath<ReadingSettings, Value> & Sendable, to value: Value
    ) async {
        await perform { provider in try await provider.update { $0[keyPath: property] = value } }
    }

    /// Resets a setting to its default, which also replaces a stored value that could not be used.
    ///
    /// - Parameter key: The setting's key.
    public func reset(_ key: SettingKey) async {
        await perform { provider in
            let definition = provider.settings.value.definition(of: key)
            // The provider refuses an unknown key.
            try await provider.set([key: definition?.defaultValue ?? .null])
        }
    }

    /// Resets all settings to their defaults.
    public func resetAll() async {
        await perform { provider in
            let values = provider.settings.value.definitions.map { ($0.key, $0.defaultValue) }
            try await provider.set(Dictionary(uniqueKeysWithValues: values))
        }
    }

    /// Adds a word, an author or a host to a list; an entry that is there in any case stays as it is.
    ///
    /// - Parameters:
    ///   - entry: The entry, or several separated by commas.
    ///   - key: The key of the list; for another setting the banner shows an error.
    public func add(_ entry: String, to key: SettingKey) async {
        await changeEntries(of: key, by: entry) { $0 + $1 }
    }

    /// Removes a word, an author or a host from a list, regardless of case.
    ///
    /// - Parameters:
    ///   - entry: The entry, or several separated by commas.
    ///   - key: The key of the list; for another setting the banner shows an error.
    public func remove(_ entry: String, from key: SettingKey) async {
        await changeEntries(of: key, by: entry) { entries, gone in
            let names = Set(gone.map { $0.lowercased() })
            return entries.filter { !names.contains($0.lowercased()) }
        }
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    private func changeEntries(
        of key: SettingKey, by text: String,
        _ change: @escaping @Sendable (_ entries: [String], _ named: [String]) -> [String]
    ) async {
        await perform { provider in
            var named = provider.settings.value
            let definition = named.definition(of: key)
            guard definition?.kind == .list else {
                throw DataError(
                    .invalidInput,
                    message: "\(key.rawValue) is no list. It is \(definition?.allowed ?? key.allowed).",
                    underlying: InvalidSettingValue(key: key, value: text, definition: definition))
            }
            try named.set(text, for: key)
            let entries = named.entries(of: key)
            try await provider.update { settings in
                settings.setEntries(change(settings.entries(of: key), entries), of: key)
            }
        }
    }

    /// Makes a change and shows its result; after a failure all settings are as they were.
    private func perform(_ change: @MainActor (any SettingsProvider) async throws -> Void) async {
        state.update { $0.pendingCount += 1 }
        var banner: Banner?
        do {
            try await change(provider)
        } catch {
            let isCancelled = error is CancellationError || Task.isCancelled
            banner = isCancelled ? state.value.banner : Banner(DataError(error), cause: .action)
        }
        show { state in
            state.pendingCount -= 1
            state.banner = banner
        }
    }

    private func show(_ change: (inout State) -> Void = { _ in }) {
        let (settings, issues) = (provider.settings.value, provider.issues)
        state.update { state in
            state.settings = settings
            state.issues = issues
            change(&state)
        }
    }
}
