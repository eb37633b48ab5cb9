public import ArgumentParser
import CommandKit
import ConsoleKit

/// The `reader` program: an offline-first reader on a terminal.
public struct ReaderCommand: AsyncParsableCommand {
    /// The command's name and subcommands.
    public static let configuration = CommandConfiguration(
        commandName: "reader",
        abstract: "Reads posts, with and without a network.",
        discussion: """
            Without a command it is an interactive reader on a terminal (? shows its keys), and lists the front page \
            elsewhere. Everything it fetches is kept in a store; with --offline it shows what is there. Ids are printed \
            with the posts: 'reader save t3_abc'.

            'reader help start' lists the options without a command, such as --offline, --feed, --plain and --store.
            """,
        subcommands: [
            ListCommand.self, ShowCommand.self, CommentsCommand.self, ReadCommand.self, UnreadCommand.self,
            SaveCommand.self,
            UnsaveCommand.self, FavouriteCommand.self, UnfavouriteCommand.self, DismissCommand.self, HideCommand.self,
            UnhideCommand.self, UndoCommand.self, SavedCommand.self, SearchCommand.self, SettingsCommand<Session>.self,
            SourcesCommand.self, AboutCommand.self,
            PackCommand.self,
            RefreshCommand.self,
            StorageCommand.self,
            VerifyCommand.self,
            ExportCommand.self,
            ImportCommand.self,
            VoteCommand.self, ReplyCommand.self, EditCommand.self, DeleteCommand.self, SubmitCommand.self,
            SubscribeCommand.self, UnsubscribeCommand.self, OutboxCommand<Session>.self, DraftsCommand.self,
            SyncCommand<Session>.self,
            InboxCommand.self,
            LoginCommand.self, AccountsCommand.self, LogoutCommand.self,
            StartCommand.self,
        ],
        defaultSubcommand: StartCommand.self)

    /// Creates the command; the parser fills it in.
    public init() {}

    /// Prepares the process: for streams that are closed, or closed while it runs.
    public static func prepare() {
        ProcessStreams.prepare()
    }
}
