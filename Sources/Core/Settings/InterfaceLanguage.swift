/// The language of a front end's texts, by its code: `en`, `uk`, `ko`, `pt-BR`.
///
/// A code that this version has no texts for is kept and shown as it is; the texts fall back to English.
public struct InterfaceLanguage: RawRepresentable, Hashable, Sendable, Codable, CaseIterable {
    public let rawValue: String

    /// Creates a language.
    ///
    /// - Parameter rawValue: Its code, or `system`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The first of the system's languages that has texts.
    public static let system = InterfaceLanguage(rawValue: "system")
    /// English.
    public static let english = InterfaceLanguage(rawValue: "en")
    /// Ukrainian.
    public static let ukrainian = InterfaceLanguage(rawValue: "uk")

    /// The system's language, then the built-in ones.
    public static let allCases: [InterfaceLanguage] = [.system, .english, .ukrainian]

    /// Whether the code has the form of a language code: `system`, or two or three small letters and further parts.
    var isWellFormed: Bool {
        if self == .system { return true }
        let parts = rawValue.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        guard let first = parts.first, (2...3).contains(first.count), parts.count <= 5,
            first.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
        else { return false }
        return parts.dropFirst().allSatisfy { part in
            (1...8).contains(part.count) && part.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
        }
    }
}
