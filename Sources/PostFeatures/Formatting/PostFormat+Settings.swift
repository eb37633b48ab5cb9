public import Core

extension PostFormat {
    /// Names a setting by its key.
    ///
    /// - Parameter key: The setting's key, such as `pageSize`.
    /// - Returns: Such as "Posts per page"; the key itself where it is none of Lantern's.
    package func settingName(_ key: String) -> String {
        guard SettingKey(rawValue: key).isBuiltIn, let phrase = SettingPhrase(rawValue: key) else { return key }
        return text(phrase)
    }

    /// Names a setting, also one of an app's own.
    ///
    /// - Parameter definition: The definition of the setting.
    /// - Returns: Such as "Posts per page"; of an app's own setting, its ``SettingTitle`` in the language, else in
    ///   English.
    package func name(of definition: SettingDefinition) -> String {
        definition.title == nil ? settingName(definition.key.rawValue) : text(definition.phrase)
    }

    /// Names the setting of a row.
    ///
    /// - Parameter row: The row of the setting.
    /// - Returns: Such as "Posts per page"; the key itself where only another version knows it.
    public func name(of row: SettingRow) -> String {
        row.definition.map { name(of: $0) } ?? row.key.rawValue
    }

    /// The name of a choice by its raw value, such as `covered`, `dark`, `uk` or `true`; the raw value itself where it
    /// is none of Lantern's.
    package func choiceName(_ word: String) -> String {
        SettingChoicePhrase(rawValue: word).map { text($0) } ?? word
    }

    /// Names a choice of a setting.
    ///
    /// - Parameter choice: A value of one of the settings' enums.
    /// - Returns: Such as "Cover".
    package func choiceName(_ choice: some RawRepresentable<String>) -> String {
        choiceName(choice.rawValue)
    }

    /// Describes the value of a setting.
    ///
    /// - Parameter row: The row of the setting.
    /// - Returns: Such as "Cover", "25", or "picture, video"; what the person typed stays as it is. A choice of an
    ///   app's own setting has the name that the app gives it, else Lantern's name for that raw value.
    public func text(of row: SettingRow) -> String {
        switch row.value {
        case .bool(let isOn): choiceName("\(isOn)")
        case .list(let values):
            values.map { value -> String in
                guard case .text(let word) = value else { return value.json }
                return row.kind == .list ? word : name(ofChoice: word, of: row.key, row.definition)
            }.joined(separator: ", ")
        case .text(let word):
            // A text that a person typed, and a value of an unknown kind, are no choices.
            [.text, .unknown].contains(row.kind) ? word : name(ofChoice: word, of: row.key, row.definition)
        case .null, .integer, .number, .object: row.text
        }
    }

    /// Describes the values that one of Lantern's settings can have.
    ///
    /// - Parameter key: The setting's key.
    /// - Returns: Such as "Allowed: 1–100", or "Allowed: Light, Dark".
    public func allowed(for key: SettingKey) -> String { allowed(key, key.kind) }

    /// Describes the values that a setting can have, also one of an app's own.
    ///
    /// - Parameter definition: The definition of the setting.
    /// - Returns: Such as "Allowed: 1–100", or "Allowed: Light, Dark".
    package func allowed(for definition: SettingDefinition) -> String {
        allowed(definition.key, definition.kind, definition)
    }

    private func allowed(_ key: SettingKey, _ kind: SettingKind, _ definition: SettingDefinition? = nil) -> String {
        switch (key, kind) {
        case (.blockedAuthors, _): text(SettingPhrase.allowedAuthors)
        case (.blockedDomains, _): text(SettingPhrase.allowedDomains)
        case (.blockedSubreddits, _): text(SettingPhrase.allowedSubreddits)
        case (.blockedFlairs, _): text(SettingPhrase.allowedFlairs)
        case (.blockedWords, _): text(SettingPhrase.allowedWords)
        case (_, .list): text(SettingPhrase.allowedTexts)
        case (_, .text): text(SettingPhrase.allowedText)
        case (_, .number(let range)):
            text(SettingPhrase.allowed, filling: "\(range.lowerBound)–\(range.upperBound)")
        case (_, .toggle), (_, .choice):
            text(SettingPhrase.allowed, filling: names(of: kind.allowedValues, of: key, definition))
        case (_, .selection(let words)):
            text(SettingPhrase.allowed, filling: names(of: ["all"] + words, of: key, definition))
        case (_, .unknown): text(SettingPhrase.allowed, filling: "–")
        }
    }

    /// Describes why a stored setting could not be used.
    ///
    /// - Parameter issue: The problem; its reason is English and left out.
    /// - Returns: A sentence that names the setting; where the value is not allowed, a second one with the allowed
    ///   values.
    public func text(of issue: SettingsIssue) -> String {
        let name = issue.definition.map { self.name(of: $0) } ?? settingName(issue.key)
        switch (issue.cause, issue.definition) {
        case (.newerVersion, _): return text(SettingPhrase.newer, filling: name)
        case (.notAllowed, nil): return text(SettingPhrase.unusable, filling: name)
        case (.notAllowed, let known?): return "\(text(SettingPhrase.unusable, filling: name)). \(allowed(for: known))"
        }
    }

    func message(for refusal: InvalidSettingValue) -> String {
        let name = refusal.definition.map { self.name(of: $0) } ?? refusal.key.rawValue
        let allowed = refusal.definition.map { self.allowed(for: $0) } ?? self.allowed(for: refusal.key)
        return "\(text(SettingPhrase.refused, filling: name)). \(allowed)."
    }

    private func names(of words: [String], of key: SettingKey, _ definition: SettingDefinition?) -> String {
        words.map { name(ofChoice: $0, of: key, definition) }.joined(separator: ", ")
    }

    private func name(ofChoice word: String, of key: SettingKey, _ definition: SettingDefinition?) -> String {
        // A kind of media and a choice can have the same word.
        if key == .mediaKinds, word != SettingChoicePhrase.all.rawValue {
            return name(of: Media.Kind(rawValue: word))
        }
        return definition.flatMap { ownName(ofChoice: word, of: $0) } ?? choiceName(word)
    }

    /// The name that the app gives a choice; `nil` where it gives none, in the language or in English.
    private func ownName(ofChoice word: String, of definition: SettingDefinition) -> String? {
        guard definition.title != nil else { return nil }
        let phrase = definition.phrase(ofChoice: word)
        return language.ownText(of: phrase) != nil || definition.choiceTitles[word] != nil ? text(phrase) : nil
    }

    /// Describes the state of a session.
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
