import ArgumentParser
import ConsoleKit
import Core
import Database

/// A command that sets a status of posts that are named by id.
protocol StatusCommand: AsyncParsableCommand {
    /// The mark that the command sets.
    static var change: StatusChange { get }
    /// The sentence about the change.
    static var done: ReaderPhrase { get }
    var options: ReaderOptions { get }
    var ids: [PostArgument] { get }
}

extension StatusCommand {
    func run() async throws {
        let ids = ids
        // A favourite is kept with its media, which a server has.
        let isFavourite = Self.change == .favourite(true)
        try await Session.run(options, isLocal: !isFavourite, use: .marking(waits: true), marks: true) { session in
            var posts: [Post.ID] = []
            for id in ids { posts.append(try await session.post(id)) }
            if Self.change.isOfServers { try session.checkSent(posts) }
            try await session.apply(.set(Self.change, posts), done: Self.done)
            // What the running program keeps, it keeps by itself.
            if isFavourite, session.store.access == .writing { try await session.keepMedia(of: posts) }
        }
    }
}

extension Session {
    /// Refuses what is not sent yet, of which no server can keep anything.
    fileprivate func checkSent(_ posts: [Post.ID]) throws {
        guard posts.contains(where: { OutboxItem.ID.isID($0.native) }),
            Dependency.current.isRegistered((any WritingProvider).self)
        else { return }
        let unsent = Set(try writing.outbox.value.items.map(\.id.rawValue))
        if posts.contains(where: { unsent.contains($0.native) }) { throw WritingError.notSent }
    }
}

extension StatusChange {
    /// Whether it is of those that a server keeps where the person wants that: saved and hidden.
    fileprivate var isOfServers: Bool {
        switch self {
        case .saved, .hidden: true
        default: false
        }
    }
}

/// Marks posts as read.
struct ReadCommand: StatusCommand {
    static let configuration = CommandConfiguration(commandName: "read", abstract: "Marks posts as read.")
    static let change = StatusChange.read(true)
    static let done = ReaderPhrase.markedAsRead
    @OptionGroup var options: ReaderOptions
    @Argument(help: "The posts' ids.") var ids: [PostArgument]
}

/// Marks posts as unread.
struct UnreadCommand: StatusCommand {
    static let configuration = CommandConfiguration(commandName: "unread", abstract: "Marks posts as unread.")
    static let change = StatusChange.read(false)
    static let done = ReaderPhrase.markedAsUnread
    @OptionGroup var options: ReaderOptions
    @Argument(help: "The posts' ids.") var ids: [PostArgument]
}

/// Keeps posts for later.
struct SaveCommand: StatusCommand {
    static let configuration = CommandConfiguration(commandName: "save", abstract: "Keeps posts for later.")
    static let change = StatusChange.saved(true)
    static let done = ReaderPhrase.saved
    @OptionGroup var options: ReaderOptions
    @Argument(help: "The posts' ids.") var ids: [PostArgument]
}

/// Keeps posts for later no longer.
struct UnsaveCommand: StatusCommand {
    static let configuration = CommandConfiguration(
        commandName: "unsave", abstract: "Keeps posts for later no longer.")
    static let change = StatusChange.saved(false)
    static let done = ReaderPhrase.unsaved
    @OptionGroup var options: ReaderOptions
    @Argument(help: "The posts' ids.") var ids: [PostArgument]
}

/// Makes posts favourites.
struct FavouriteCommand: StatusCommand {
    static let configuration = CommandConfiguration(
        commandName: "favourite", abstract: "Makes posts favourites, which are kept with their media.",
        discussion: "What of the media is not on this device is downloaded; without a network, by the next refresh.")
    static let change = StatusChange.favourite(true)
    static let done = ReaderPhrase.favourited
    @OptionGroup var options: ReaderOptions
    @Argument(help: "The posts' ids.") var ids: [PostArgument]
}

/// Makes posts favourites no longer.
struct UnfavouriteCommand: StatusCommand {
    static let configuration = CommandConfiguration(
        commandName: "unfavourite", abstract: "Makes posts favourites no longer.")
    static let change = StatusChange.favourite(false)
    static let done = ReaderPhrase.unfavourited
    @OptionGroup var options: ReaderOptions
    @Argument(help: "The posts' ids.") var ids: [PostArgument]
}

/// Leaves posts out of every feed.
struct HideCommand: StatusCommand {
    static let configuration = CommandConfiguration(commandName: "hide", abstract: "Leaves posts out of every feed.")
    static let change = StatusChange.hidden(true)
    static let done = ReaderPhrase.hidden
    @OptionGroup var options: ReaderOptions
    @Argument(help: "The posts' ids.") var ids: [PostArgument]
}

/// Shows hidden posts in feeds again.
struct UnhideCommand: StatusCommand {
    static let configuration = CommandConfiguration(
        commandName: "unhide", abstract: "Shows hidden posts in feeds again.")
    static let change = StatusChange.hidden(false)
    static let done = ReaderPhrase.unhidden
    @OptionGroup var options: ReaderOptions
    @Argument(help: "The posts' ids.") var ids: [PostArgument]
}
