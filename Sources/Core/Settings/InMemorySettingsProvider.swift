/// Settings that last as long as the process: what an app without settings has, and what a test sets.
public final class InMemorySettingsProvider: SettingsProvider {
    /// What is set now, and each change.
    public let settings: ObservableValue<ReadingSettings>
    /// None: nothing was stored.
    public var issues: [SettingsIssue] { [] }

    /// Creates settings.
    ///
    /// - Parameter settings: What is set at first; the defaults by default. Not checked.
    public init(_ settings: ReadingSettings = ReadingSettings()) {
        self.settings = ObservableValue(settings)
    }

    /// Creates settings of an app that has some of its own.
    ///
    /// - Parameters:
    ///   - settings: What is set at first of the built-in ones; the defaults by default. Not checked.
    ///   - own: What the app has declared: ``Setting/definition`` of each.
    ///   - languages: The languages that the app has besides the built-in ones.
    /// - Throws: ``DataError`` with the code `invalidInput` where two have one name, or that of a built-in one, or a
    ///   default is not allowed.
    public init(
        _ settings: ReadingSettings = ReadingSettings(), own: [SettingDefinition],
        languages: [InterfaceLanguage] = []
    ) throws(DataError) {
        var settings = settings
        settings.own = try OwnSettings(own, languages: languages)
        self.settings = ObservableValue(settings)
    }

    /// Changes settings.
    ///
    /// - Parameter change: Changes them; it runs under a lock, so keep it short.
    /// - Throws: ``DataError`` with the code `invalidInput` for a value that is not allowed. Nothing has changed then.
    public func update(_ change: @escaping @Sendable (inout ReadingSettings) -> Void) async throws {
        try settings.update { (settings: inout ReadingSettings) throws(DataError) in
            change(&settings)
            settings = try settings.validated()
        }
    }
}
