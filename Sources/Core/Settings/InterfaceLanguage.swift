/// The language that a front end speaks, by its code: `en`, `uk`, `ko`, `pt-BR`.
///
/// It is open: a code that this version has no texts for is kept, shown as it is, and the texts fall back to English.
public struct InterfaceLanguage: RawRepresentable, Hashable, Sendable, Codable, CaseIterable {
    /// The code itself, or `system`.
    public let rawValue: String

    /// Creates a language.
    ///
    /// - Parameter rawValue: Its code, or `system`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The first of the system's languages that there are texts in.
    public static let system = InterfaceLanguage(rawValue: "system")
    /// English.
    public static let english = InterfaceLanguage(rawValue: "en")
    /// Ukrainian.
    public static let ukrainian = InterfaceLanguage(rawValue: "uk")

    /// The built-in ones, and that of the system first.
    public static let allCases: [InterfaceLanguage] = [.system, .english, .ukrainian]

    /// Whether the code is one that a language can have: `system`, or two or three small letters and further parts.
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
