import ArgumentParser
import CommandKit
import Community
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Shows the messages of a room, and what comes for a while.
struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat", abstract: "Shows what a person and oneself have written to each other.",
        discussion: """
            With --follow, each message that comes is printed at once, as a line of JSON with --format json. Control-C ends it
            as if the time were over.
            """)

    @OptionGroup var options: CommonOptions
    @Argument(help: "The id of the person.") var user: String
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The time to wait for messages, beside --timeout; in seconds.", valueName: "seconds"))
    var follow: Double?

    func validate() throws {
        guard follow.map({ $0.isFinite && $0 > 0 && $0 <= 86_400 }) ?? true else {
            throw ValidationError("--follow is a number of seconds, more than 0 and at most 86400.")
        }
    }

    func run() async throws {
        let (user, follow) = (user, follow)
        let use: StoreUse = options.offline ? .reading : .writing
        try await CommunitySession.run(options, CommandManner(use: use, limitsEachRequest: follow != nil)) { session in
            guard let account = session.current?.key else {
                return try session.answer(DataError(.unauthorized), isStored: false, text: "") {
                    ChatOutput(room: nil, messages: [], error: $0)
                }
            }
            if follow != nil, !session.isOffline { session.services.yielding.yield(session.store) }
            let room: ChatRoom
            do {
                room = try await session.room(with: user, as: account)
            } catch var error as DataError {
                if error.code == .notFound {
                    error = DataError(.notFound, message: "The community has nobody with the id '\(user)'.")
                }
                return try session.answer(error, isStored: false, text: "") {
                    ChatOutput(room: nil, messages: [], error: $0)
                }
            }
            let chat = ShownChat(session, room)
            var error: DataError?
            if let follow, !session.isOffline {
                error = try await chat.follow(for: .seconds(follow))
            } else if !session.isOffline {
                error = try await chat.sync()
            }
            let messages = try await chat.messages()
            let text = follow == nil ? messages.map(session.line).joined(separator: "\n") : ""
            try session.answer(error, isStored: error == nil || !messages.isEmpty, text: text) {
                ChatOutput(room: room.id.native, messages: messages, error: $0)
            }
        }
    }
}

extension CommunitySession {
    /// A message as a line of text.
    func line(of message: MessageOutput) -> String {
        let sender = message.message.isOwn ? message.own?.nick : message.message.sender?.name
        let text =
            message.message.text
            ?? Self.format.text(
                CommunityCommandPhrase.pictures,
                counting: max(message.message.files.count, message.message.uploads.count))
        let state = message.state == "sent" ? "" : " [\(message.state)]"
        return "\((sender ?? "").harmless): \(text.harmless)\(state)"
    }
}
