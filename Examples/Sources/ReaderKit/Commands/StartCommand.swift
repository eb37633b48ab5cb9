import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import Foundation
import PostFeatures
import ReaderScreens
import ScreenKit
import TerminalPictures

/// The command that runs where none is named: on a terminal the interactive reader, elsewhere `list`.
struct StartCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "The interactive reader on a terminal; elsewhere what 'list' does.",
        shouldDisplay: false)

    @OptionGroup var list: ListOptions

    @Flag(help: "Tell the interactive reader in lines of text, for screen readers and pipes.")
    var plain = false

    @Option(
        help: ArgumentHelp(
            "Pictures in the interactive reader: auto, kitty, blocks or off; LANTERN_PICTURES, or else auto, by default.",
            valueName: "how"))
    var pictures: ChoiceArgument<PictureSetting>?

    /// The option, or else what the environment says.
    private func pictureSetting(_ environment: [String: String]) throws -> PictureSetting {
        if let pictures { return pictures.value }
        guard let word = environment["LANTERN_PICTURES"], !word.isEmpty else { return .auto }
        guard let setting = PictureSetting(rawValue: word) else {
            throw ValidationError("LANTERN_PICTURES is auto, kitty, blocks or off.")
        }
        return setting
    }

    func run() async throws {
        let terminal = Terminal()
        // Pages are asked for where a list is wanted.
        let isList = list.limit != nil || list.pages != 1 || list.options.common.format != .text
        if plain, isList {
            throw ValidationError("--plain is for the interactive reader; a list is plain already.")
        }
        let keyboard = plain || !terminal.isInteractive || isList ? nil : TerminalMode.openKeyboard()
        guard plain || keyboard != nil else { return try await list.run() }
        let keys = try KeyTable<ReaderAction>.read("reader-keys")
        // A feed that is named goes before the place where the last run ended.
        let (options, profile) = (list.feedOptions, try list.options.profile)
        let source = options.feed == nil && !options.order.isGiven ? nil : try options.source(on: profile)
        let order = options.order.isGiven ? try options.feed(on: profile) : nil
        let environment = Dependency.resolve(ProgramEnvironment.self, default: ProgramEnvironment()).values
        let setting = try pictureSetting(environment)
        let pictures = await PictureDisplay(
            setting, hasColour: terminal.hasColour, environment: environment,
            decoder: ToolPictureDecoder(searching: environment["PATH"] ?? ""))
        try await Session.run(
            list.options, use: .marking(waits: false), limitsEachRequest: true, sends: true, sendsUnasked: true,
            showsMarks: true
        ) { session in
            defer { session.tellUnsent() }
            guard let keyboard else {
                return try await LineSession.run { queue, lines, next in
                    try await show(session, keys, source, order, queue) { program, _ in
                        LineLoop(program, on: lines, events: queue, words: program.lineWords, next: next)
                    }
                }
            }
            let background = TerminalBackground(hasColour: terminal.hasColour, environment: environment)
            let isSet = Dependency.current.isRegistered((any SettingsProvider).self)
            let settings = isSet ? Dependency.resolve((any SettingsProvider).self) : nil
            let gate = StartGate(
                time: Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider()))
            gate.hold()
            try await TerminalSession.run(keyboard: keyboard) { queue, device in
                try await show(session, keys, source, order, queue, pictures) { program, context in
                    ScreenLoop(
                        program, on: device, events: queue, hasColour: terminal.hasColour,
                        has24BitColour: terminal.has24BitColour, inquiries: [background, pictures],
                        background: { ScreenBackground(settings?.settings.value.theme, background.value) },
                        written: { if context.hasDrawnPosts { gate.open() } })
                }
            }
        }
    }

    @MainActor
    private func show(
        _ session: Session, _ keys: KeyTable<ReaderAction>, _ source: FeedSource?, _ order: Feed?, _ queue: EventQueue,
        _ pictures: PictureDisplay? = nil,
        in loop: @MainActor (any ScreenProgram & LineProgram, ReaderContext) -> any ProgramLoop
    ) async throws -> ScreenEnd {
        let refreshes = session.refreshByTimer()
        defer { refreshes?.cancel() }
        var context = ReaderContext(
            profile: session.profile, format: .chosen(), keys: keys, queue: queue,
            isOffline: session.settings.isOffline, isPlain: plain, pictures: pictures)
        context.isBeside = session.isBeside
        let choice = order?.sort.map { FeedChoice(sort: $0, period: order?.period ?? .day) }
        return try await InteractiveReader(context).run(beginningWith: source, order: choice) { loop($0, context) }
    }
}
