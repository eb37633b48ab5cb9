extension ReadingSettings {
    /// The definitions of all settings that can be set: the built-in ones first, then the app's own.
    public var definitions: [SettingDefinition] {
        SettingKey.allCases.compactMap(definition) + own.definitions
    }

    /// The definition of a setting.
    ///
    /// - Parameter key: Which setting.
    /// - Returns: Its definition; `nil` where it is neither built in nor declared by the app.
    public func definition(of key: SettingKey) -> SettingDefinition? {
        field(key).map { SettingDefinition(key, $0) } ?? own.definition(of: key)
    }

    /// The values that another version stored under keys that this one does not know: kept, and shown by their names.
    public var unknownValues: [SettingKey: SettingValue] { own.unknown }

    private func field(_ key: SettingKey) -> SettingField? { SettingField(key, languages: own.languages) }

    /// The value of a setting as JSON has it.
    ///
    /// - Parameter key: Which setting.
    /// - Returns: A number, a text, `true` or `false`, or a list of texts; ``mediaKinds`` is the text `all` or a list. For
    ///   a key that only another version knows, what was stored; `null` for one that nobody knows.
    public subscript(key: SettingKey) -> SettingValue { field(key)?.value(in: self) ?? own.value(of: key) }

    /// The value of a setting of the app's own.
    ///
    /// What is set here is checked by ``validated()``, as every provider does.
    ///
    /// - Parameter setting: Which setting.
    /// - Returns: What is set; its default where nobody has set it, or where it is not declared here.
    public subscript<Value>(setting: Setting<Value>) -> Value {
        get { own.values[setting.key].flatMap(setting.read) ?? setting.defaultValue }
        set { own.values[setting.key] = setting.write(newValue) }
    }

    /// The value of a setting as a command takes it.
    ///
    /// - Parameter key: Which setting.
    /// - Returns: The text; lists with commas, an empty one as an empty text.
    public func text(of key: SettingKey) -> String {
        let value = self[key]
        return value.texts.map { $0.joined(separator: ", ") } ?? value.shown
    }

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
        guard let field = field(key) else {
            guard let definition = own.definition(of: key) else { throw unknownKey(key) }
            own.values[key] = try definition.normalized(value)
            return
        }
        do throws(SettingField.NotAllowed) {
            try field.set(value, in: &self)
        } catch {
            throw SettingDefinition(key, field).refusal(of: error.value.shown)
        }
    }

    private func unknownKey(_ key: SettingKey) -> DataError {
        SettingKey.unknown(key.rawValue, among: definitions.map(\.key))
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
        guard let field = field(key) else {
            guard let rule = own.definition(of: key)?.rule else { throw unknownKey(key) }
            return try set(rule.value(from: text), for: key)
        }
        let value = field.value(from: text)
        if let odd = field.notOffered(of: value, besides: self) {
            throw SettingDefinition(key, field).refusal(of: odd.shown)
        }
        try set(value, for: key)
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
        if case .list(let property, _) = field(key) {
            self[keyPath: property] = entries
        } else if own.definition(of: key)?.kind == .list {
            own.values[key] = .list(entries)
        }
    }

    /// The settings in the form in which they are kept, if each is allowed.
    ///
    /// - Returns: The settings, with lists as they are when they are set.
    /// - Throws: ``DataError`` with the code `invalidInput` for the first one that is not allowed.
    public func validated() throws(DataError) -> ReadingSettings {
        var checked = self
        for key in SettingKey.allCases { try checked.set(self[key], for: key) }
        for key in own.values.keys.sorted(by: { $0.rawValue < $1.rawValue }) { try checked.set(self[key], for: key) }
        return checked
    }

    /// Takes one setting over.
    mutating func copy(_ key: SettingKey, from other: ReadingSettings) {
        switch field(key) {
        case .toggle(let property): self[keyPath: property] = other[keyPath: property]
        case .number(let property, _), .step(let property, _): self[keyPath: property] = other[keyPath: property]
        case .list(let property, _): self[keyPath: property] = other[keyPath: property]
        case .choice(let choice): _ = choice.set(choice.get(other), &self)
        case .kinds: mediaKinds = other.mediaKinds
        case .language: language = other.language
        case nil: own.values[key] = other.own.values[key]
        }
    }
}
