import ArgumentParser
import CommandKit
import Community
import ConsoleKit
import Core

/// Writes to a person.
struct SayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "say", abstract: "Writes to a person: a text, pictures, or a text and then pictures.",
        discussion: "A text has 1 to 200 characters on one line.")

    @OptionGroup var options: CommonOptions
    @OptionGroup var pictures: PictureOptions
    @Argument(help: "The id of the person.") var user: String
    @Argument(help: "The text, or - for standard input.") var text: String?

    func validate() throws {
        guard text != nil || !pictures.images.isEmpty else {
            throw ValidationError("There is nothing to say. Give a text, or --image.")
        }
    }

    func run() async throws {
        let (user, pictures) = (user, pictures)
        let text = try text.map { try TypedText.text($0) }
        if let problem = text.flatMap(TextRule.message.problem(of:)) {
            switch problem {
            case .empty: throw ValidationError("There is nothing to say.")
            case .tooLong: throw ValidationError("A message has at most \(TextRule.message.limit) characters.")
            case .tooManyLines: throw ValidationError("A message is one line.")
            }
        }
        try await CommunitySession.queue(options, handsOver: pictures.images.isEmpty, about: user, text: text) { run in
            let account = try await run.writing.account(on: .community)
            let messages = Dependency.resolve((any MessageProvider).self)
            // A picture that cannot be sent keeps the text here, too.
            let files = try await pictures.keep().files
            let room = try await run.session.room(with: user, as: account)
            if let text { run.watch(try await messages.send(text, in: room.id)) }
            if !files.isEmpty { run.watch(try await messages.send(MessageContent(), with: files, in: room.id)) }
        }
    }
}

extension CommunitySession {
    /// Returns the room with a person.
    ///
    /// - Throws: `DataError` with the code `notFound` for oneself and for somebody whom the server does not know, and why the
    ///   server could not be asked.
    func room(with user: String, as account: AccountKey) async throws -> ChatRoom {
        guard user != account.name else { throw DataError(.notFound, message: "Nobody writes to themselves.") }
        let messages = Dependency.resolve((any MessageProvider).self)
        if isOffline {
            guard let room = try await messages.rooms(of: account).rooms.first(where: { $0.other?.id == user }) else {
                throw Self.offlineReason
            }
            return room
        }
        do {
            return try await messages.room(with: user, as: account)
        } catch let error as DataError where error.isOfNobody {
            throw DataError(.notFound, message: error.message, underlying: error)
        }
    }
}

extension DataError {
    /// Whether the server does not know the person with whom a room was to be opened.
    fileprivate var isOfNobody: Bool {
        let refusal = underlying as? CommunityRefusal
        return code == .notFound || refusal?.error.status.map(CommunityStatus.isMissing) ?? false
    }
}
