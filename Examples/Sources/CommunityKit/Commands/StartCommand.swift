import ArgumentParser
import CommandKit
import CommunityScreens
import ConsoleKit
import Core
import ScreenKit

/// The command that runs where none is named: on a terminal the interactive community, elsewhere `home`.
struct StartCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "The interactive community on a terminal; elsewhere what 'home' does.",
        shouldDisplay: false)

    @OptionGroup var home: HomeCommand

    func run() async throws {
        let terminal = Terminal()
        guard terminal.isInteractive, !home.isList, let keyboard = TerminalMode.openKeyboard() else {
            return try await home.run()
        }
        let keys = try KeyTable<CommunityAction>.read("community-keys")
        let hasColour = terminal.hasColour
        let manner = CommandManner(
            use: .marking(waits: false), limitsEachRequest: true, sends: true, isInteractive: true)
        try await CommunitySession.run(home.options, manner) { session in
            defer { session.tellUnsent() }
            try await TerminalSession.run(keyboard: keyboard) { queue, device in
                let context = CommunityContext(
                    format: CommunitySession.format, keys: keys, queue: queue, isOffline: session.isOffline,
                    viewer: { session.current?.key }
                ) { session.words(forItem: $0) }
                return try await InteractiveCommunity(context).run {
                    ScreenLoop($0, on: device, events: queue, hasColour: hasColour)
                }
            }
        }
    }
}

extension HomeCommand {
    /// Whether pages of posts are asked for, in some form.
    fileprivate var isList: Bool { category != nil || limit != 10 || paging.pages != 1 || options.format != .text }
}

extension CommunitySession {
    /// The name and the text of an item of the outbox, for its screen.
    fileprivate func words(forItem item: OutboxItem) -> (name: String, text: String?) {
        let subject = subject(of: item)
        return ([subject.kind, subject.target].compactMap(\.self).joined(separator: " "), subject.text)
    }
}
