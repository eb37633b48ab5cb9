/// Settings that last as long as the process: what an app without settings has, and what a test sets.
public final class InMemorySettingsProvider: SettingsProvider {
    /// What is set now, and each change.
    public let settings: ObservableValue<ReadingSettings>
    /// None: nothing was stored.
    public var issues: [SettingsIssue] { [] }

    /// Creates settings.
    ///
    /// - Parameter settings: What is set at first; the defaults by default.
    public init(_ settings: ReadingSettings = ReadingSettings()) {
        self.settings = ObservableValue(settings)
    }

    /// Changes settings.
    ///
    /// - Parameter change: Changes them.
    public func update(_ change: @escaping @Sendable (inout ReadingSettings) -> Void) async throws {
        settings.update { change(&$0) }
    }
}
