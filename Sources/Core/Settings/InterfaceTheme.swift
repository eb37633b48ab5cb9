/// How a front end looks.
public enum InterfaceTheme: String, Hashable, Sendable, Codable, CaseIterable {
    /// As the system does.
    case system
    /// Dark on light.
    case light
    /// Light on dark.
    case dark
}
