extension ReadingSettings {
    /// The value of a setting as JSON has it.
    ///
    /// - Parameter key: Which setting.
    /// - Returns: A number, a text, `true` or `false`, or a list of texts; ``mediaKinds`` is the text `all` or a list.
    public subscript(key: SettingKey) -> SettingValue { SettingField(key).value(in: self) }

    /// The value of a setting as a command takes it.
    ///
    /// - Parameter key: Which setting.
    /// - Returns: The text; lists with commas, an empty one as an empty text.
    public func text(of key: SettingKey) -> String { SettingField(key).text(in: self) }

    /// Sets a setting from its JSON.
    ///
    /// Lists lose white space around their entries, empty entries, and repetitions in any case; authors lose `u/`, and
    /// of URLs among the domains the host is kept.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: Which setting.
    /// - Throws: ``DataError`` with the code `invalidInput`; its message names the value and what is allowed. Nothing
    ///   has changed then.
    public mutating func set(_ value: SettingValue, for key: SettingKey) throws(DataError) {
        let field = SettingField(key)
        do throws(SettingField.NotAllowed) {
            try field.set(value, in: &self)
        } catch {
            throw DataError(
                .invalidInput,
                message: "'\(error.value.shown)' is not allowed for \(key.rawValue). It is \(field.allowed).",
                underlying: SettingRefusal(key: key, value: error.value.shown))
        }
    }

    /// Sets a setting from a text, as a command takes it.
    ///
    /// White space around it does not count. Lists have commas between their entries.
    ///
    /// - Parameters:
    ///   - text: The text, such as `25`, `true`, `hidden` or `one, two`.
    ///   - key: Which setting.
    /// - Throws: As from JSON: ``DataError`` with the code `invalidInput`, and nothing has changed.
    public mutating func set(_ text: String, for key: SettingKey) throws(DataError) {
        try set(SettingField(key).value(from: text), for: key)
    }

    /// Makes a setting what it is until somebody sets it.
    ///
    /// - Parameter key: Which setting.
    public mutating func reset(_ key: SettingKey) {
        copy(key, from: ReadingSettings())
    }

    /// The entries of a list setting.
    ///
    /// - Parameter key: Which setting.
    /// - Returns: The entries; none for a setting that is no list, and for all kinds of media.
    public func entries(of key: SettingKey) -> [String] { self[key].texts ?? [] }

    /// Sets the entries of a list setting; does nothing for a setting that is no list.
    ///
    /// They are checked and brought into their form by ``validated()``, as every provider does.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - key: Which setting.
    public mutating func setEntries(_ entries: [String], of key: SettingKey) {
        if case .list(let property, _) = SettingField(key) { self[keyPath: property] = entries }
    }

    /// The settings in the form in which they are kept, if each is allowed.
    ///
    /// - Returns: The settings, with lists as they are when they are set.
    /// - Throws: ``DataError`` with the code `invalidInput` for the first one that is not allowed.
    public func validated() throws(DataError) -> ReadingSettings {
        var checked = self
        for key in SettingKey.allCases { try checked.set(self[key], for: key) }
        return checked
    }

    /// Takes one setting over.
    mutating func copy(_ key: SettingKey, from other: ReadingSettings) {
        switch SettingField(key) {
        case .toggle(let property): self[keyPath: property] = other[keyPath: property]
        case .number(let property, _), .step(let property, _): self[keyPath: property] = other[keyPath: property]
        case .list(let property, _): self[keyPath: property] = other[keyPath: property]
        case .choice(let choice): _ = choice.set(choice.get(other), &self)
        case .kinds: mediaKinds = other.mediaKinds
        }
    }
}
