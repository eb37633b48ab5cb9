/// The language that a front end speaks.
public enum InterfaceLanguage: String, Hashable, Sendable, Codable, CaseIterable {
    /// The first of the system's languages that there are texts in.
    case system
    /// English.
    case english = "en"
    /// Ukrainian.
    case ukrainian = "uk"
}
