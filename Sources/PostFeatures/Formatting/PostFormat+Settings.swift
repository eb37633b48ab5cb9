public import Core

extension PostFormat {
    /// What a setting is called.
    ///
    /// - Parameter key: The setting's key, such as `pageSize`.
    /// - Returns: Such as "Posts per page"; the key itself where it is none of Lantern's.
    public func settingName(_ key: String) -> String {
        guard let phrase = SettingPhrase(rawValue: key), phrase != .unusable else { return key }
        return text(phrase)
    }

    /// What a choice of a setting is called.
    ///
    /// - Parameter word: The choice's own word, such as `covered`, `dark`, `uk` or `true`.
    /// - Returns: Such as "Cover"; the word itself where it is none of Lantern's.
    public func choiceName(_ word: String) -> String {
        SettingChoicePhrase(rawValue: word).map { text($0) } ?? word
    }

    /// What a choice of a setting is called.
    ///
    /// - Parameter choice: A value of one of the settings' enums.
    /// - Returns: Such as "Cover".
    public func choiceName(_ choice: some RawRepresentable<String>) -> String {
        choiceName(choice.rawValue)
    }

    /// That a stored setting could not be used.
    ///
    /// - Parameter issue: Which; its reason is English and left out.
    /// - Returns: A sentence that names the setting.
    public func text(of issue: SettingsIssue) -> String {
        text(SettingPhrase.unusable, filling: settingName(issue.key))
    }

    /// Whether somebody is signed in.
    ///
    /// - Parameter session: The session's state.
    /// - Returns: Such as "Signed in".
    public func text(of session: SessionState) -> String {
        switch session {
        case .unknown: text(SessionPhrase.unknown)
        case .signedOut: text(SessionPhrase.signedOut)
        case .signedIn: text(SessionPhrase.signedIn)
        case .offline: text(SessionPhrase.offline)
        case .expired: text(SessionPhrase.expired)
        }
    }
}
