import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// The list of subreddits and users that a person follows.
struct SourcesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources", abstract: "The list of subreddits and users: shows it, adds, removes and moves.",
        discussion: """
            A name is swift, r/swift, u/ann or a page's address. What is added is checked against the server; with
            --offline, or when the network fails, it is added as pending, and 'sources check' checks it later.
            """,
        subcommands: [
            ListSourcesCommand.self, AddSourceCommand.self, RemoveSourceCommand.self, MoveSourceCommand.self,
            CheckSourcesCommand.self,
        ],
        defaultSubcommand: ListSourcesCommand.self)
}

/// Shows the list.
struct ListSourcesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Shows the list.")

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await Session.run(options, isLocal: true, use: .reading) { session in
            let model = SourceListViewModel(site: session.site)
            await model.load()
            model.stop()
            try SourcesPrinter(session: session).print(model.state.value)
        }
    }
}

/// Adds a source.
struct AddSourceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds a subreddit or a user, checked against the server where there is one.")

    @OptionGroup var options: ReaderOptions
    @Argument(help: "swift, r/swift, u/ann, or the address of its page.") var name: String

    func validate() throws { _ = try SourceArgument.name(name, options) }

    func run() async throws {
        let name = name
        try await Session.run(options) { session in
            let model = SourceListViewModel(site: session.site)
            await model.load()
            await model.add(name)
            model.stop()
            let (state, printer) = (model.state.value, SourcesPrinter(session: session))
            guard state.added == nil else { return try printer.print(state) }
            try printer.printRefusal(state, of: name)
        }
    }
}

/// Removes a source.
struct RemoveSourceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Takes a subreddit or a user out of the list.")

    @OptionGroup var options: ReaderOptions
    @Argument(help: "The name, as the list prints it.") var name: String

    func validate() throws { _ = try SourceArgument.name(name, options) }

    func run() async throws {
        let name = try SourceArgument.name(name, options)
        try await Session.run(options, isLocal: true) { session in
            let model = SourceListViewModel(site: session.site)
            await model.load()
            await model.remove(session.profile.sourceID(of: name))
            model.stop()
            let (state, printer) = (model.state.value, SourcesPrinter(session: session))
            guard state.banner == nil else { return try printer.printRefusal(state, of: "\(name)") }
            try printer.print(state)
        }
    }
}

/// Moves a source.
struct MoveSourceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Moves a subreddit or a user to another place in the list.",
        usage: "reader sources move <name> <position> [<options>]")

    @OptionGroup var options: ReaderOptions
    @Argument(help: "The name, as the list prints it.") var name: String
    @Argument(parsing: .allUnrecognized, help: "Its place once it has moved, from 1.") var position: [String]

    func validate() throws {
        _ = try SourceArgument.name(name, options)
        _ = try place
    }

    /// The new position, from 1.
    private var place: Int {
        get throws {
            let typed = try SignedArgument.only(position, named: "position")
            guard let place = Int(typed), place >= 1 else {
                throw ValidationError("POSITION is a number from 1 on, not '\(typed)'.")
            }
            return place
        }
    }

    func run() async throws {
        let (name, position) = (try SourceArgument.name(name, options), try place)
        try await Session.run(options, isLocal: true) { session in
            let model = SourceListViewModel(site: session.site)
            await model.load()
            let id = session.profile.sourceID(of: name)
            let rows = model.state.value.rows
            if model.state.value.phase == .idle, rows.contains(where: { $0.id == id }), position > rows.count {
                throw ValidationError("POSITION is a number from 1 to \(rows.count), as many as the list has.")
            }
            await model.move(id, to: position - 1)
            model.stop()
            let (state, printer) = (model.state.value, SourcesPrinter(session: session))
            guard state.banner == nil else { return try printer.printRefusal(state, of: "\(name)") }
            try printer.print(state)
        }
    }
}

/// Checks what could not be checked when it was added.
struct CheckSourcesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Asks the server about the pending ones, one after the other.")

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await Session.run(options) { session in
            let model = SourceListViewModel(site: session.site)
            await model.load()
            await model.verifyPending()
            model.stop()
            try SourcesPrinter(session: session).print(model.state.value)
        }
    }
}

/// A name on the command line.
enum SourceArgument {
    /// The parser of source names for the site of a command.
    static func names(_ profile: SiteProfile, base: URL?) -> SourceNameParser {
        let host = base.flatMap { base in base.host().map { host in base.port.map { "\(host):\($0)" } ?? host } }
        return SourceNameParser(profile, hosts: host.map { [$0] } ?? [])
    }

    /// Reads a name, and refuses a bad one as the command line's mistake.
    static func name(_ text: String, _ options: ReaderOptions) throws -> SourceName {
        do {
            return try names(try options.profile, base: try options.base).name(of: text)
        } catch let error as DataError {
            throw ValidationError(error.message)
        }
    }
}
