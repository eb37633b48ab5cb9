import ArgumentParser
import CommandKit
import ConsoleKit
import Core

/// A direction of a vote as people type it.
enum VoteArgument: String, ExpressibleByArgument, CaseIterable, Sendable {
    case up
    case down
    case none

    var vote: Vote? {
        switch self {
        case .up: .up
        case .down: .down
        case .none: nil
        }
    }
}

/// Votes on a post or a comment.
struct VoteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vote", abstract: "Votes on a post or a comment, or takes the vote back.")

    @OptionGroup var options: ReaderOptions

    @Argument(help: "The id of the post or the comment, as it is printed.")
    var id: PostArgument

    @Argument(help: "up, down or none.")
    var direction: VoteArgument

    func validate() throws { try Session.checkWriting(options) }

    func run() async throws {
        let (id, vote) = (id.native, direction.vote)
        try await Session.write(options, handsOver: true) { session in
            var run = try await WriteRun(session)
            let account = try await run.account()
            try await run.queue(about: id, as: account) { .vote(vote, on: $0.target) }
            try await run.finish(as: account)
        }
    }
}

/// A command that follows a community or leaves it.
protocol SubscriptionCommand: AsyncParsableCommand {
    /// Whether the account follows it afterwards.
    static var isSubscribed: Bool { get }
    var options: ReaderOptions { get }
    var name: String { get }
}

extension SubscriptionCommand {
    func validate() throws {
        try Session.checkWriting(options)
        _ = try CommunityArgument.name(name)
    }

    func run() async throws {
        let name = try CommunityArgument.name(name)
        try await Session.write(options, handsOver: true) { session in
            var run = try await WriteRun(session)
            let account = try await run.account()
            try await run.queue(.subscribe(Self.isSubscribed, to: name), as: account)
            try await run.finish(as: account)
        }
    }
}

/// Follows a community with the account.
struct SubscribeCommand: SubscriptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscribe", abstract: "Subscribes the account to a community.")
    static let isSubscribed = true
    @OptionGroup var options: ReaderOptions
    @Argument(help: "The community: swift, r/swift, or NAME@HOST.") var name: String
}

/// Follows a community with the account no longer.
struct UnsubscribeCommand: SubscriptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "unsubscribe", abstract: "Ends the account's subscription to a community.")
    static let isSubscribed = false
    @OptionGroup var options: ReaderOptions
    @Argument(help: "The community: swift, r/swift, or NAME@HOST.") var name: String
}

/// The name of a community on the command line.
enum CommunityArgument {
    /// Reads a name; `r/swift` and `swift` are the same.
    static func name(_ text: String) throws -> String {
        var name = text
        if name.lowercased().hasPrefix("/r/") { name.removeFirst() }
        if name.lowercased().hasPrefix("r/") { name.removeFirst(2) }
        let parts = name.split(separator: "@", omittingEmptySubsequences: false)
        let isName = name.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789_-.@:".unicodeScalars.contains(scalar))
        }
        guard isName, parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else {
            throw ValidationError("'\(text)' is no community. Name one like swift, r/swift, or NAME@HOST.")
        }
        return name
    }
}
