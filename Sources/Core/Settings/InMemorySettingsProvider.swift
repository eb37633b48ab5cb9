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
