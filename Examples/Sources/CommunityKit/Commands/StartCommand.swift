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

    @OptionGroup var home: HomeOptions

    @Flag(help: "Tell the interactive community in lines of text, for screen readers and pipes.")
    var plain = false

    func run() async throws {
        let terminal = Terminal()
        if plain, home.isList {
            throw ValidationError("--plain is for the interactive community; a list is plain already.")
        }
        let keyboard = plain || !terminal.isInteractive || home.isList ? nil : TerminalMode.openKeyboard()
        guard plain || keyboard != nil else { return try await home.show() }
        let keys = try KeyTable<CommunityAction>.read("community-keys")
        let hasColour = terminal.hasColour
        let manner = CommandManner(
            use: .marking(waits: false), limitsEachRequest: true, sends: true, isInteractive: true)
        try await CommunitySession.run(home.options, manner) { session in
            defer { session.tellUnsent() }
            guard let keyboard else {
                return try await LineSession.run { queue, lines, next in
                    try await show(session, keys, queue) {
                        LineLoop($0, on: lines, events: queue, words: $0.lineWords, next: next)
                    }
                }
            }
            let environment = Dependency.resolve(ProgramEnvironment.self, default: ProgramEnvironment()).values
            let background = TerminalBackground(hasColour: hasColour, environment: environment)
            let isSet = Dependency.current.isRegistered((any SettingsProvider).self)
            let settings = isSet ? Dependency.resolve((any SettingsProvider).self) : nil
            try await TerminalSession.run(keyboard: keyboard) { queue, device in
                try await show(session, keys, queue) {
                    ScreenLoop(
                        $0, on: device, events: queue, hasColour: hasColour, inquiries: [background],
                        background: { ScreenBackground(settings?.settings.value.theme, background.value) })
                }
            }
        }
    }

    @MainActor
    private func show(
        _ session: CommunitySession, _ keys: KeyTable<CommunityAction>, _ queue: EventQueue,
        in loop: LoopMaker
    ) async throws -> ScreenEnd {
        let context = CommunityContext(
            format: CommunitySession.format, keys: keys, queue: queue, isOffline: session.isOffline, isPlain: plain,
            viewer: { session.current?.key }, entry: { session.words(forItem: $0) })
        return try await InteractiveCommunity(context).run(in: loop)
    }
}

extension HomeOptions {
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
