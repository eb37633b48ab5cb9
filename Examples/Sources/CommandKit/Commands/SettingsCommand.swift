package import ArgumentParser
import ConsoleKit
import Core
import Foundation

/// Shows and changes the settings.
package struct SettingsCommand<Session: CommandSession>: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "settings", abstract: "Shows and changes the settings.",
            discussion: SettingKey.allCases.map { "\($0.rawValue): \(Session.allowed($0))." }
                .joined(separator: "\n"),
            subcommands: [GetCommand.self, SetCommand.self], defaultSubcommand: GetCommand.self)
    }

    package init() {}

    /// Shows all settings, or one.
    package struct GetCommand: AsyncParsableCommand {
        package static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "get",
                abstract: "Shows all settings, or one; a setting that was not set has its default.")
        }

        @OptionGroup var options: Session.Options

        @Argument(help: "The setting; all by default.")
        var key: String?

        package init() {}

        package func validate() throws {
            // What only another version knows can stand in a store alone, and none is made to look.
            if let key, !isStoreThere { _ = try SettingKey(argument: key) }
        }

        /// Whether something may be stored; of a folder that cannot be read the store says so itself.
        private var isStoreThere: Bool {
            do {
                return try FileManager.default.contentsOfDirectory(atPath: Session.directory(of: options))
                    .contains { $0.hasPrefix("journal-") }
            } catch {
                return FileManager.default.fileExists(atPath: Session.directory(of: options))
            }
        }

        package func run() async throws {
            let chosen = key.map { SettingKey(rawValue: $0) }
            try await Session.run(options, CommandManner(isLocal: true, use: .reading)) { session in
                let provider = Dependency.resolve((any SettingsProvider).self)
                let settings = provider.settings.value
                if let chosen, settings.definition(of: chosen) == nil, settings.unknownValues[chosen] == nil {
                    _ = try SettingKey(argument: chosen.rawValue)
                }
                try SettingsPrinter(session: session, provider: provider).print(chosen.map { [$0] })
            }
        }
    }

    /// Changes one setting.
    package struct SetCommand: AsyncParsableCommand {
        package static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "set", abstract: "Changes one setting.",
                usage: "\(Session.program) settings set <key> <value> [<options>]")
        }

        @OptionGroup var options: Session.Options

        @Argument(help: "The setting.")
        var key: String

        @Argument(
            parsing: .allUnrecognized, help: "Its value; lists have commas, and an empty text empties them.")
        var value: [String]

        package init() {}

        package func validate() throws {
            _ = try change
        }

        private var change: [SettingKey: SettingValue] {
            get throws {
                let key = try SettingKey(argument: key)
                let value = try SignedArgument.only(value, named: "value")
                var checked = try Session.defaultSettings
                do {
                    try checked.set(value, for: key)
                } catch {
                    throw ValidationError(error.message)
                }
                return [key: checked[key]]
            }
        }

        package func run() async throws {
            let change = try change
            try await Session.run(options, CommandManner(isLocal: true)) { session in
                let provider = Dependency.resolve((any SettingsProvider).self)
                try await provider.set(change)
                try SettingsPrinter(session: session, provider: provider).print(nil)
            }
        }
    }
}

extension SettingKey {
    /// Reads a key from the command line.
    fileprivate init(argument: String) throws {
        do {
            try self.init(named: argument)
        } catch {
            throw ValidationError(error.message)
        }
    }
}
