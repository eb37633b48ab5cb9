import ArgumentParser
import ConsoleKit
import Core
import Database
import Foundation
import PostFeatures

/// Fetches an offline pack, or continues one.
struct PackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack",
        abstract: "Downloads posts for reading offline; what is stored already is not fetched again.",
        discussion: "The same command continues an interrupted pack.")

    @OptionGroup var options: ReaderOptions
    @OptionGroup var feedOptions: FeedOptions

    // Unconditional, so that a number below 0 is refused with what is allowed and not taken for an option.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of posts from the top of the feed, 1 to 10000.", valueName: "n"))
    var posts: Int

    @Flag(help: "Fetch pictures and videos too; thumbnails come in any case.")
    var media = false

    @Flag(help: "Fetch the comments too.")
    var comments = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The size limit in bytes, exceeded by at most one item; the setting packBudgetMegabytes by default.",
            valueName: "bytes"))
    var budget: Int?

    func validate() throws {
        guard PackRequest.allowedPosts.contains(posts) else {
            throw ValidationError("--posts is a number from 1 to 10000.")
        }
        guard budget.map({ $0 >= 0 }) ?? true else { throw ValidationError("--budget is a number from 0 on.") }
        guard try !feedOptions.feed(on: options.profile).source.isLocal else {
            throw ValidationError("'\(feedOptions.name)' is on this device already. Pack home, r/NAME or u/NAME.")
        }
    }

    func run() async throws {
        let (feedOptions, posts, comments, media, budget) = (feedOptions, posts, comments, media, budget)
        try await Session.run(options, limitsEachRequest: true) { session in
            let model = PackViewModel(feed: try feedOptions.feed(on: session.profile), posts: posts)
            model.setComments(comments)
            model.setMedia(media)
            if let budget { model.setBudget(budget) }
            let shown = try await ShownPack.fetch(model, PackBar())
            try PackPrinter(session: session).print(shown)
            if shown.isUnavailable(offline: session.settings.isOffline) { throw ExitStatus.unavailable }
        }
    }
}

/// A pack as the command shows it.
@MainActor
struct ShownPack {
    let row: PackRow
    let report: PackReport

    /// Fetches the pack that the model describes.
    ///
    /// - Parameters:
    ///   - model: The packs.
    ///   - bar: The progress bar.
    /// - Returns: The pack as it is shown.
    /// - Throws: The reason why the store could not be used.
    static func fetch(_ model: PackViewModel, _ bar: PackBar) async throws -> ShownPack {
        let id = StoredPack.id(of: model.state.value.request)
        let token = model.state.observe { state in
            if let report = state.rows.first(where: { $0.id == id })?.report { bar.draw(report) }
        }
        await model.load()
        await model.start()
        token.cancel()
        bar.end()
        model.stop()
        let state = model.state.value
        guard let row = state.rows.first(where: { $0.id == id }), let report = row.report,
            report.phase == .ended
        else { throw state.banner?.error ?? DataError(.unknown) }
        // The disk failed: that is no answer, whatever the network said.
        if let error = state.banner?.error, error != report.error || error.underlying is StoreError { throw error }
        return ShownPack(row: row, report: report)
    }

    /// Whether there is nothing to show for it: nothing is stored, or it was to be done without the network and could
    /// not be.
    func isUnavailable(offline: Bool) -> Bool {
        guard !report.isFinished, report.error != nil else { return false }
        return offline || report.posts == 0
    }
}
