public import Core

/// The settings screen: shows what is set, changes it, and says what could not be used or stored.
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
/// It starts nothing by itself: call ``load()``. What a method does is in ``state`` when it returns. Nothing throws: what
/// is not allowed or cannot be stored becomes ``State/banner``, and the old value stays. Changes that are made at the
/// same time are made one after the other, and none is lost. An app's own settings are shown and changed as the built-in
/// ones are.
@MainActor
public final class SettingsViewModel {
    /// What there is to draw.
    public struct State: Equatable, Sendable {
        /// What is set, and committed.
        public internal(set) var settings: ReadingSettings
        /// The stored values that could not be used.
        public internal(set) var issues: [SettingsIssue]
        /// How many changes are being stored.
        public internal(set) var pendingCount = 0
        /// What could not be done, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state.
        ///
        /// - Parameters:
        ///   - settings: What is set; the defaults by default.
        ///   - issues: The stored values that could not be used.
        ///   - pendingCount: How many changes are being stored.
        ///   - banner: What could not be done.
        public init(
            settings: ReadingSettings = ReadingSettings(), issues: [SettingsIssue] = [], pendingCount: Int = 0,
            banner: Banner? = nil
        ) {
            self.settings = settings
            self.issues = issues
            self.pendingCount = pendingCount
            self.banner = banner
        }

        /// The settings of a section.
        ///
        /// - Parameter section: Which section.
        /// - Returns: Its rows, in order.
        public func rows(in section: SettingsSection) -> [SettingRow] {
            switch section {
            case .app: settings.definitions.map(\.key).filter { !$0.isBuiltIn }.map(row)
            case .unknown: settings.unknownValues.keys.sorted { $0.rawValue < $1.rawValue }.map(row)
            case .reading, .filters, .appearance, .storage: section.keys.map(row)
            }
        }

        /// One setting.
        ///
        /// - Parameter key: Which setting.
        /// - Returns: Its row.
        public func row(_ key: SettingKey) -> SettingRow { SettingRow(key, in: settings, issues: issues) }
    }

    /// What there is to draw.
    public let state: ObservableValue<State>

    private let provider: any SettingsProvider
    private var observation: ObservationToken?

    /// Creates a settings screen; resolves `SettingsProvider`, else the default of the container, which lasts as long as
    /// that does.
    public init() {
        provider = Dependency.resolve((any SettingsProvider).self, default: InMemorySettingsProvider())
        state = ObservableValue(State(settings: provider.settings.value, issues: provider.issues))
    }

    /// Follows the settings, also when they are changed elsewhere.
    public func load() {
        guard observation == nil else { return }
        observation = provider.settings.observe { [weak self] _ in self?.show() }
    }

    /// Ends following; ``load()`` begins anew.
    public func stop() {
        observation = nil
    }

    // MARK: Changes

    /// Sets a setting from a text that a person typed or chose.
    ///
    /// - Parameters:
    ///   - text: The text; see `ReadingSettings.set(_:for:)`.
    ///   - key: Which setting.
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
    ///   - key: Which setting.
    public func set(_ value: SettingValue, for key: SettingKey) async {
        await perform { try await $0.set([key: value]) }
    }

    /// Sets a setting by its property.
    ///
    /// - Parameters:
    ///   - property: Which setting, such as `\.pageSize`.
    ///   - value: The value.
    public func set<Value: Sendable>(
        _ property: any WritableKeyPath<ReadingSettings, Value> & Sendable, to value: Value
    ) async {
        await perform { provider in try await provider.update { $0[keyPath: property] = value } }
    }

    /// Makes a setting what it is until somebody sets it; a stored value that could not be used is gone then.
    ///
    /// - Parameter key: Which setting.
    public func reset(_ key: SettingKey) async {
        await perform { provider in
            let definition = provider.settings.value.definition(of: key)
            // Of a key that nobody knows the provider says so.
            try await provider.set([key: definition?.defaultValue ?? .null])
        }
    }

    /// Makes all settings what they are until somebody sets them.
    public func resetAll() async {
        await perform { provider in
            let values = provider.settings.value.definitions.map { ($0.key, $0.defaultValue) }
            try await provider.set(Dictionary(uniqueKeysWithValues: values))
        }
    }

    /// Adds a word, an author or a host to a list; one that is there in any case stays as it is.
    ///
    /// - Parameters:
    ///   - entry: The entry, or several with commas.
    ///   - key: The list. For a setting that is none nothing happens but a banner.
    public func add(_ entry: String, to key: SettingKey) async {
        await changeEntries(of: key, by: entry) { $0 + $1 }
    }

    /// Takes a word, an author or a host out of a list, in whatever case it is there.
    ///
    /// - Parameters:
    ///   - entry: The entry, or several with commas.
    ///   - key: The list. For a setting that is none nothing happens but a banner.
    public func remove(_ entry: String, from key: SettingKey) async {
        await changeEntries(of: key, by: entry) { entries, gone in
            let names = Set(gone.map { $0.lowercased() })
            return entries.filter { !names.contains($0.lowercased()) }
        }
    }

    /// Puts the banner away.
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
                    underlying: SettingRefusal(key: key, value: text, definition: definition))
            }
            try named.set(text, for: key)
            let entries = named.entries(of: key)
            try await provider.update { settings in
                settings.setEntries(change(settings.entries(of: key), entries), of: key)
            }
        }
    }

    /// Makes a change and shows what came of it; after a failure everything is as it was.
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
