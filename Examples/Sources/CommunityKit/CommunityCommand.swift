public import ArgumentParser
import CommandKit
import ConsoleKit

/// The `community` program: people, posts, messages and payments of a community on a terminal, without a network too.
public struct CommunityCommand: AsyncParsableCommand {
    /// The command's name and subcommands: those of each group are in a folder of `Commands`.
    public static let configuration = CommandConfiguration(
        commandName: "community",
        abstract: "A community on a terminal, with and without a network.",
        discussion: """
            Without a command, on a terminal, the interactive community; elsewhere what 'home' does. \
            Without --base-url a demonstration's server runs inside the program, with somebody signed in. With one, \
            LANTERN_COMMUNITY_KEY is the server's key. Passwords are LANTERN_PASSWORD, or asked for.

            'community help start' lists the options without a command, such as --offline, --plain and --store.
            """,
        subcommands: [StartCommand.self] + account + posts + people + payments + chat + outbox,
        defaultSubcommand: StartCommand.self)

    /// The commands of the account.
    private static let account: [any ParsableCommand.Type] = [
        JoinCommand.self, LoginCommand.self, LogoutCommand.self, WithdrawCommand.self, WhoAmICommand.self,
    ]
    /// The commands of posts.
    private static let posts: [any ParsableCommand.Type] = [
        HomeCommand.self, LikedCommand.self, TagCommand.self, PostsCommand.self, PostCommand.self, PublishCommand.self,
        EditCommand.self, DeleteCommand.self, LikeCommand.self, UnlikeCommand.self, CommentCommand.self,
        UncommentCommand.self,
    ]
    /// The commands of people.
    private static let people: [any ParsableCommand.Type] = [
        ProfileCommand.self, FollowersCommand.self, FollowingCommand.self, FollowCommand.self, UnfollowCommand.self,
        SetCommand.self, DonationsCommand.self,
    ]
    /// The commands of payments.
    private static let payments: [any ParsableCommand.Type] = [DonateCommand.self, PaymentsCommand.self]
    /// The commands of rooms.
    private static let chat: [any ParsableCommand.Type] = [RoomsCommand.self, ChatCommand.self, SayCommand.self]
    /// The commands of what is unsent, and of the program itself.
    private static let outbox: [any ParsableCommand.Type] = [
        OutboxCommand<CommunitySession>.self, SyncCommand<CommunitySession>.self,
        SettingsCommand<CommunitySession>.self,
    ]

    /// Creates the command; the parser fills it in.
    public init() {}

    /// Prepares the process: for streams that are closed, or closed while it runs.
    public static func prepare() {
        ProcessStreams.prepare()
    }

    /// Puts the words of a command in front of the options of every command, wherever they stand between these.
    ///
    /// - Parameter arguments: The arguments behind the program's name.
    /// - Returns: The same for the parser.
    public static func arranged(_ arguments: [String]) -> [String] {
        ArrangedArguments.arranged(arguments, for: CommunityCommand.self)
    }
}
