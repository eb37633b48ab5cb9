public import Core

extension Backend {
    /// Has the backend write: gives it a way to send each built-in kind of intent that its site takes.
    ///
    /// The outbox, the view models and the marks of what is not sent work with it as with the built-in sites. Kinds of
    /// an app's own are named when the app is wired (`AppServices.Configuration.ownKinds`), with this or without.
    ///
    /// - Parameters:
    ///   - acts: How each kind is sent, each once; the buttons of other kinds are not there.
    ///   - rules: The site's longest texts.
    ///   - pace: The least time between two intents that wait, so that a day's worth of them is no storm; none by default.
    /// - Throws: `DataError` with the code `invalidInput` without acts, for a kind that is given twice, and for a backend
    ///   whose ``session`` is not a ``SiteSessions`` of its site: set that first.
    public mutating func setWriting(
        _ acts: [SiteAct], by rules: WritingRules, pace: Duration = .zero
    ) throws(DataError) {
        guard !acts.isEmpty else {
            throw DataError(.invalidInput, message: "The backend '\(name)' is to write, and has no act. Give it one.")
        }
        var kinds: Set<OutboxEntry.Kind> = []
        for act in acts where !kinds.insert(OutboxEntry.Kind(rawValue: act.kind.rawValue)).inserted {
            throw DataError(
                .invalidInput, message: "The backend '\(name)' has two acts for '\(act.kind)'. Give it one of each.")
        }
        guard let sessions = session as? SiteSessions, sessions.site == site else {
            throw DataError(
                .invalidInput,
                message:
                    "The backend '\(name)' is to write, and nobody can sign in to it. Set its session first, to the "
                    + "SiteSessions of '\(site)'.")
        }
        writing = SiteWriting(rules: rules, kinds: kinds, pace: pace / .seconds(1), accounts: sessions) {
            try await sessions.identify()
        } makeSender: { services in
            SiteActSender(acts, accounts: sessions, services)
        }
    }
}
