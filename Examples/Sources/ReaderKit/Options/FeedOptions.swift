import ArgumentParser
import Core

/// Which feed, in which order.
struct FeedOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "home, r/NAME, r/A+B, u/NAME, saved, favourites or downloads.", valueName: "feed"))
    var feed = "home"

    @Option(help: ArgumentHelp("The order.", valueName: "sort"))
    var sort = ChoiceArgument(FeedSort.hot)

    @Option(help: ArgumentHelp("How far back top and controversial look.", valueName: "period"))
    var period = ChoiceArgument(FeedPeriod.day)

    func validate() throws {
        _ = try source
    }

    var source: FeedSource {
        get throws { try Self.source(named: feed) }
    }

    /// Reads a source, and refuses a bad one as the command line's mistake.
    static func source(named name: String) throws -> FeedSource {
        do {
            return try FeedSource(parsing: name)
        } catch {
            throw ValidationError(error.message)
        }
    }

    func feed(on site: Site) throws -> Feed {
        Feed(site: site, source: try source, sort: sort.value, period: period.value)
    }
}
