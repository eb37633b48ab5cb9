/// A ``SettingsProvider`` that keeps settings in memory: for tests, and for apps that store none.
public final class InMemorySettingsProvider: SettingsProvider {
    public let settings: ObservableValue<ReadingSettings>
    public var issues: [SettingsIssue] { [] }

    /// Creates a provider.
    ///
    /// - Parameter settings: The settings at first; the defaults by default. They are not checked.
    public init(_ settings: ReadingSettings = ReadingSettings()) {
        self.settings = ObservableValue(settings)
    }

    /// Creates a provider for an app with settings of its own.
    ///
    /// - Parameters:
    ///   - settings: The built-in settings at first; the defaults by default. They are not checked.
    ///   - own: The definitions of the app's settings: ``Setting/definition`` of each.
    ///   - languages: The languages that the app has besides the built-in ones.
    /// - Throws: ``DataError`` with the code `invalidInput` where two settings have one name, or that of a built-in
    ///   one, or a default is not allowed.
    public init(
        _ settings: ReadingSettings = ReadingSettings(), own: [SettingDefinition],
        languages: [InterfaceLanguage] = []
    ) throws(DataError) {
        var settings = settings
        settings.own = try OwnSettings(own, languages: languages)
        self.settings = ObservableValue(settings)
    }

    public func update(_ change: @escaping @Sendable (inout ReadingSettings) -> Void) async throws {
        try settings.update { (settings: inout ReadingSettings) throws(DataError) in
            change(&settings)
            settings = try settings.validated()
        }
    }
}
