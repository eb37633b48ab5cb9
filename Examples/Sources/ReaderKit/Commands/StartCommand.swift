import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import Foundation
import PostFeatures
import ReaderScreens
import ScreenKit

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The command that runs where none is named: on a terminal the interactive reader, elsewhere `list`.
struct StartCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "The interactive reader on a terminal; elsewhere what 'list' does.",
        shouldDisplay: false)

    @OptionGroup var list: ListCommand

    func run() async throws {
        let terminal = Terminal()
        // Pages are asked for where a list is wanted.
        let isList = list.limit != nil || list.pages != 1 || list.options.common.format != .text
        guard terminal.isInteractive, !isList, let keyboard = TerminalMode.openKeyboard() else {
            return try await list.run()
        }
        let keys = try KeyFile.table()
        // A feed that is named goes before the place where the last run ended.
        let (options, profile) = (list.feedOptions, try list.options.profile)
        let source = options.feed == nil && !options.order.isGiven ? nil : try options.source(on: profile)
        let order = options.order.isGiven ? try options.feed(on: profile) : nil
        let hasColour = terminal.hasColour
        try await Session.run(
            list.options, use: .marking(waits: false), limitsEachRequest: true, sends: true, sendsUnasked: true,
            showsMarks: true
        ) { session in
            try await show(session, keys, source, order, keyboard, hasColour: hasColour)
        }
    }

    @MainActor
    private func show(
        _ session: Session, _ keys: KeyTable<ReaderAction>, _ source: FeedSource?, _ order: Feed?, _ keyboard: Int32,
        hasColour: Bool
    ) async throws {
        do {
            let (queue, device) = (EventQueue(), TerminalDevice())
            let context = ReaderContext(
                profile: session.profile, format: .chosen(), keys: keys, queue: queue,
                isOffline: session.settings.isOffline)
            let screens = InteractiveReader(context)
            try TerminalMode.enter(keyboard: keyboard)
            defer { TerminalMode.leave() }
            let events = TerminalEvents(keyboard: keyboard, to: queue)
            defer { withExtendedLifetime(events) {} }
            let loop = ScreenLoop(screens, on: device, events: queue, hasColour: hasColour)
            let choice = order?.sort.map { FeedChoice(sort: $0, period: order?.period ?? .day) }
            let end = try await screens.run(in: loop, beginningWith: source, order: choice)
            TerminalMode.leave()
            // A terminal that is gone is what SIGHUP says, too.
            switch end {
            case .quit: break
            case .signal(let number): throw ExitCode(128 + number)
            case .closed: throw ExitCode(128 + SIGHUP)
            }
        } catch let error as SystemCalls.Failure {
            TerminalMode.leave()
            Console.warn("The terminal cannot be used: \(error.reason).")
            throw ExitStatus.diskFailure
        }
    }
}

/// The file in which a person changes the reader's keys.
enum KeyFile {
    /// Reads the table: the standard keys, changed by the file where there is one.
    ///
    /// - Returns: The table.
    /// - Throws: `ValidationError`, with the line that cannot be used and what to do.
    static func table() throws -> KeyTable<ReaderAction> {
        let environment = Dependency.resolve(ReaderEnvironment.self, default: ReaderEnvironment()).values
        let path = path(environment)
        guard FileManager.default.fileExists(atPath: path) else { return KeyTable() }
        let text: String
        do {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw ValidationError("The file of keys '\(path)' cannot be read as UTF-8. Mend it, or remove it.")
        }
        do {
            return try KeyTable(changedBy: text)
        } catch {
            let what =
                switch error.reason {
                case .form: "each line is 'action = key, key'"
                case .action(let name):
                    "no action is named '\(name)'; those are: \(ReaderAction.allCases.map(\.rawValue).joined(separator: ", "))"
                case .key(let name): "no key is named '\(name)'; such are j, G, enter, space, esc, ctrl-l, f5 and 'g g'"
                }
            throw ValidationError("Line \(error.line) of the file of keys '\(path)' cannot be used: \(what).")
        }
    }

    /// The path of the file: `lantern/reader-keys` in the folder for a person's configuration.
    static func path(_ environment: [String: String]) -> String {
        let folder =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? "\(environment["HOME"] ?? NSHomeDirectory())/.config"
        return "\(folder)/lantern/reader-keys"
    }
}
