import ArgumentParser
import ConsoleKit
import Core
import Database
import PostFeatures

/// Shows what a site says of a community: its description and its rules; without the network, what is stored of it.
struct AboutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "about", abstract: "Shows the description and the rules of a community.",
        discussion: """
            A name is swift, r/swift or a page's address. What was fetched less than six hours ago is shown as it is
            stored; --refresh asks the server all the same. Sites whose communities have no list of rules have them in
            the description.
            """)

    @OptionGroup var options: ReaderOptions
    @Flag(help: "Asks the server, however old what is stored is.") var refresh = false
    @Argument(help: "swift, r/swift, or the address of its page.") var name: String

    func validate() throws {
        let name = try SourceArgument.name(name, options)
        guard name.kind != .user else {
            throw ValidationError("'\(name)' is a user: a community has a name like r/swift.")
        }
    }

    func run() async throws {
        let (name, refreshes) = (try SourceArgument.name(name, options), refresh && !options.offline)
        try await Session.run(options, use: options.offline ? .reading : .writing) { session in
            // A subscription that is not sent yet is told, too.
            if Dependency.current.isRegistered((any WritingProvider).self) { try await session.writing.load() }
            let model = CommunityViewModel(name, on: session.site)
            if refreshes { await model.refresh() } else { await model.load() }
            model.stop()
            try AboutPrinter(session: session).print(model.state.value, of: name)
        }
    }
}
