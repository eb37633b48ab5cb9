public import Core

extension Language {
    /// The language that a person has chosen.
    ///
    /// - Parameters:
    ///   - setting: What is set.
    ///   - preferred: The system's languages, the favourite first, for a setting that follows the system.
    public init(_ setting: InterfaceLanguage, preferred: [String]) {
        switch setting {
        case .english: self = .english
        case .ukrainian: self = .ukrainian
        case .system: self = .preferred(from: preferred)
        }
    }
}
