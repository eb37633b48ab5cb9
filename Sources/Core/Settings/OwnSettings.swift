/// The settings that are not built in: those that the app has declared, and those that only another version knows.
package struct OwnSettings: Hashable, Sendable {
    /// The settings that the app has declared, in its order.
    package private(set) var definitions: [SettingDefinition] = []
    /// The languages that the app has besides the built-in ones.
    package private(set) var languages: [InterfaceLanguage] = []
    /// The values of those that were set.
    package var values: [SettingKey: SettingValue] = [:]
    /// The stored values of settings that this version does not know.
    package var unknown: [SettingKey: SettingValue] = [:]

    init() {}

    /// Checks and takes the definitions of an app.
    ///
    /// - Throws: `DataError` with the code `invalidInput` for the first invalid definition.
    package init(_ definitions: [SettingDefinition], languages: [InterfaceLanguage]) throws(DataError) {
        var names: Set<SettingKey> = []
        for definition in definitions {
            let key = definition.key
            func refuse(_ why: String) -> DataError {
                DataError(.invalidInput, message: "The setting '\(key)' cannot be declared: \(why)")
            }
            guard Self.isName(key.rawValue) else {
                throw refuse("a name is 1 to 64 of A-Z a-z 0-9 . _ - and begins with a letter.")
            }
            guard !key.isBuiltIn else { throw refuse("there is a built-in one of this name. Give it another name.") }
            guard names.insert(key).inserted else { throw refuse("it is declared twice. Give one another name.") }
            do throws(DataError) {
                guard try definition.normalized(definition.defaultValue) == definition.defaultValue else {
                    throw refuse("its default is not in the form in which it is kept.")
                }
            } catch {
                throw error.underlying is InvalidSettingValue
                    ? refuse("its default is not allowed. \(error.message)") : error
            }
        }
        for language in languages where !language.isWellFormed {
            throw DataError(
                .invalidInput,
                message: "The language '\(language.rawValue)' cannot be declared: a code is such as ko or pt-BR.")
        }
        self.definitions = definitions
        self.languages = languages.filter { !InterfaceLanguage.allCases.contains($0) }
    }

    package func definition(of key: SettingKey) -> SettingDefinition? {
        definitions.first { $0.key == key }
    }

    func value(of key: SettingKey) -> SettingValue {
        values[key] ?? definition(of: key)?.defaultValue ?? unknown[key] ?? .null
    }

    /// Keeps the value of a setting that this version does not know.
    package mutating func keep(_ value: SettingValue, of key: SettingKey) {
        unknown[key] = value
    }

    private static func isName(_ name: String) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        guard let first = name.utf8.first, isLetter(first), name.utf8.count <= 64 else { return false }
        return name.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || [0x2D, 0x2E, 0x5F].contains($0) }
    }
}
