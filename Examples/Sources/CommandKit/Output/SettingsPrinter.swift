import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Prints settings, for people or for programs.
@MainActor
struct SettingsPrinter<Session: CommandSession> {
    let session: Session
    let provider: any SettingsProvider

    /// Prints some settings, or all there are, and says on standard error which stored values cannot be used.
    ///
    /// Those that only another version knows come last, under their keys.
    func print(_ chosen: [SettingKey]?) throws {
        let settings = provider.settings.value
        let unknown = settings.unknownValues.keys.sorted { $0.rawValue < $1.rawValue }
        let keys = chosen ?? settings.definitions.map(\.key) + unknown
        let (names, format) = (Set(keys.map(\.rawValue)), Session.format)
        for issue in provider.issues where names.contains(issue.key) {
            // The reason is English, and says what is allowed.
            Console.warn(
                format.language == .english
                    ? "\(issue.reason) Until it is set anew, the default counts."
                    : "\(issue.key): \(format.text(of: issue).asSentence)")
        }
        if session.isJSON {
            let values = keys.map { ($0.rawValue, settings[$0]) }
            try JSONOutput.print(Dictionary(uniqueKeysWithValues: values))
        } else {
            try Console.answer(keys.flatMap { rows(of: $0, in: settings) }.joined(separator: "\n"))
        }
    }

    /// A line for a setting, or several where its value is long; the values begin in one column, and on a narrow
    /// terminal below the names.
    private func rows(of key: SettingKey, in settings: ReadingSettings) -> [String] {
        let terminal = Terminal()
        let indent = 2 + Self.nameWidth + 2
        let text = settings.text(of: key).harmless
        let isDefault = settings[key] == settings.definition(of: key)?.defaultValue
        let isNarrow = terminal.columns - indent < Self.minimumRoom
        let parts = TextLines.wrapped(
            text.isEmpty ? "–" : text, toColumns: terminal.columns - (isNarrow ? 2 : indent)
        ).map { $0.styled(isDefault ? .dim : .bold, when: terminal.hasColour) }
        if isNarrow { return [key.rawValue.harmless] + parts.map { "  \($0)" } }
        return parts.enumerated().map { row, part in
            let name = (row == 0 ? key.rawValue.harmless : "").padded(toColumns: Self.nameWidth)
            return "  \(name)  \(part)"
        }
    }

    private static var minimumRoom: Int { 12 }
    private static var nameWidth: Int { SettingKey.allCases.map(\.rawValue.count).max() ?? 0 }
}
