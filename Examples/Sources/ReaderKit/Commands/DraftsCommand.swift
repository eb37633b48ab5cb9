import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import PostFeatures

/// Texts that are kept and that nothing sends unasked.
struct DraftsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drafts", abstract: "Texts that are kept and not to be sent: shows, sends and removes them.",
        discussion: """
            What was written while nobody was signed in, what was given up ('outbox cancel', 'delete --as-drafts'), and
            what an import brought. They are those of the account in use, and nobody's.
            """,
        subcommands: [ListDraftsCommand.self, SendDraftCommand.self, RemoveDraftsCommand.self],
        defaultSubcommand: ListDraftsCommand.self)
}

/// Shows the drafts.
struct ListDraftsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Shows the drafts.")

    @OptionGroup var options: ReaderOptions

    func validate() throws { try Session.checkWriting(options) }

    func run() async throws {
        try await Session.run(options, isLocal: true, use: .reading) { session in
            try DraftPrinter(session: session).print(try await session.drafts(of: DraftsViewModel()))
        }
    }
}

/// Sends a draft.
struct SendDraftCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Sends a draft: it goes into the outbox, from the account in use.")

    @OptionGroup var options: ReaderOptions

    @Argument(help: "The draft's id, as 'drafts' prints it.")
    var id: PostArgument

    func validate() throws { try Session.checkWriting(options) }

    func run() async throws {
        let id = id.native
        try await Session.write(options, handsOver: true) { session in
            var run = try await WriteRun(session)
            let drafts = try await session.drafts(of: DraftsViewModel())
            guard let draft = drafts.first(where: { $0.id.rawValue == id }) else {
                var written = Written()
                written.unknown = [id]
                try WrittenPrinter(session: session).print(written, unknown: .unknownDrafts)
                throw ExitStatus.unknownIDs
            }
            let intent = try draft.intent(among: drafts)
            let current = try await run.account()
            let account = draft.account ?? current
            do {
                // The commit that stores the entry removes the draft of its id.
                try await run.queue(intent, as: account, id: draft.id)
            } catch WritingError.unknownItem {
                throw ValidationError(PostFormat.chosen().text(CommandPhrase.draftOfNothing))
            }
            try await run.finish(as: account)
        }
    }
}

/// Removes drafts.
struct RemoveDraftsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes drafts for good, and shows those that are left.")

    @OptionGroup var options: ReaderOptions

    @Argument(help: "The drafts' ids, as 'drafts' prints them.")
    var ids: [PostArgument]

    func validate() throws { try Session.checkWriting(options) }

    func run() async throws {
        let ids = ids.map(\.native)
        try await Session.write(options, sends: false) { session in
            let model = DraftsViewModel()
            let known = try await session.drafts(of: model).filter { ids.contains($0.id.rawValue) }
            for draft in known {
                await model.remove(draft.id)
                if let error = model.state.value.banner?.error { throw error }
            }
            let unknown = ids.filter { id in !known.contains { $0.id.rawValue == id } }
            if !unknown.isEmpty { WrittenPrinter(session: session).warn(unknown: unknown, .unknownDrafts) }
            try DraftPrinter(session: session).print(try await session.drafts(of: model))
            if known.isEmpty { throw ExitStatus.unknownIDs }
        }
    }
}

extension Session {
    /// Reads the drafts of the site: those of the account in use, and nobody's.
    ///
    /// - Parameter model: The list of drafts.
    /// - Returns: The drafts, what was changed last first.
    /// - Throws: Why they cannot be read.
    @MainActor
    fileprivate func drafts(of model: DraftsViewModel) async throws -> [Draft] {
        await model.load()
        model.stop()
        if let error = model.state.value.banner?.error { throw error }
        return (model.state.value.drafts ?? []).filter { $0.site == site }
    }
}

extension Draft {
    /// The intent that sends it.
    ///
    /// - Parameter drafts: The drafts, one of which it may be about.
    /// - Returns: The intent.
    /// - Throws: `ValidationError` for one that cannot be sent as it is.
    fileprivate func intent(among drafts: [Draft]) throws -> WriteIntent {
        let format = PostFormat.chosen()
        if let other = drafts.first(where: { $0.id.rawValue == target?.native }) {
            throw ValidationError(format.text(CommandPhrase.draftOfDraft, filling: "'\(other.id.rawValue)'"))
        }
        switch (kind, target) {
        case (.reply, let target?): return .reply(text ?? "", to: target, in: thread)
        case (.edit, let target?): return .edit(text ?? "", of: target)
        case (.reply, nil), (.edit, nil): throw ValidationError(format.text(CommandPhrase.draftOfNothing))
        case (.submit, _):
            // A post is a link or a text; what was typed of the other is not meant.
            let isLink = isLink ?? (url != nil)
            return .submit(
                PostDraft(title: title ?? "", text: isLink ? nil : text, url: isLink ? url : nil), to: community ?? "")
        default: throw ValidationError(format.text(CommandPhrase.foreignDraft))
        }
    }
}
