public import Core

extension PostFormat {
    /// The name of a setting.
    ///
    /// - Parameter key: The setting's key, such as `pageSize`.
    /// - Returns: Such as "Posts per page"; the key itself where it is none of Lantern's.
    public func settingName(_ key: String) -> String {
        guard SettingKey(rawValue: key).isBuiltIn, let phrase = SettingPhrase(rawValue: key) else { return key }
        return text(phrase)
    }

    /// The name of a setting, an app's own too.
    ///
    /// - Parameter definition: What is known of the setting.
    /// - Returns: Such as "Posts per page"; of an app's own, its ``SettingTitle`` in the language, else its English.
    public func name(of definition: SettingDefinition) -> String {
        definition.title == nil ? settingName(definition.key.rawValue) : text(definition.phrase)
    }

    /// The name of a setting.
    ///
    /// - Parameter row: The setting.
    /// - Returns: Such as "Posts per page"; the key itself where only another version knows it.
    public func name(of row: SettingRow) -> String {
        row.definition.map { name(of: $0) } ?? row.key.rawValue
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

    /// What is set, for a person.
    ///
    /// - Parameter row: The setting.
    /// - Returns: Such as "Cover", "25", or "picture, video"; what the person typed stays as it is. A choice of an
    ///   app's own setting has the name that the app gives it, else the one that Lantern has for such a word.
    public func text(of row: SettingRow) -> String {
        switch row.value {
        case .bool(let isOn): choiceName("\(isOn)")
        case .list(let values):
            values.map { value -> String in
                guard case .text(let word) = value else { return value.json }
                return row.kind == .list ? word : name(ofChoice: word, of: row.key, row.definition)
            }.joined(separator: ", ")
        case .text(let word):
            // What a person typed, and what nobody here knows, is no choice.
            [.text, .unknown].contains(row.kind) ? word : name(ofChoice: word, of: row.key, row.definition)
        case .null, .integer, .number, .object: row.text
        }
    }

    /// What a setting can be, for a person.
    ///
    /// - Parameter key: Which setting.
    /// - Returns: Such as "Allowed: 1–100", or "Allowed: Light, Dark".
    public func allowed(for key: SettingKey) -> String { allowed(key, key.kind) }

    /// The values that a setting can have, for a person; also one of an app's own.
    ///
    /// - Parameter definition: What is known of the setting.
    /// - Returns: Such as "Allowed: 1–100", or "Allowed: Light, Dark".
    public func allowed(for definition: SettingDefinition) -> String {
        allowed(definition.key, definition.kind, definition)
    }

    private func allowed(_ key: SettingKey, _ kind: SettingKind, _ definition: SettingDefinition? = nil) -> String {
        switch (key, kind) {
        case (.blockedAuthors, _): text(SettingPhrase.allowedAuthors)
        case (.blockedDomains, _): text(SettingPhrase.allowedDomains)
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

    /// That a stored setting could not be used, and what it can be.
    ///
    /// - Parameter issue: Which; its reason is English and left out.
    /// - Returns: A sentence that names the setting, or two.
    public func text(of issue: SettingsIssue) -> String {
        let name = issue.definition.map { self.name(of: $0) } ?? settingName(issue.key)
        switch (issue.cause, issue.definition) {
        case (.newerVersion, _): return text(SettingPhrase.newer, filling: name)
        case (.notAllowed, nil): return text(SettingPhrase.unusable, filling: name)
        case (.notAllowed, let known?): return "\(text(SettingPhrase.unusable, filling: name)). \(allowed(for: known))"
        }
    }

    func message(for refusal: SettingRefusal) -> String {
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
